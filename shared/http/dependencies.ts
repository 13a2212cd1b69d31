import { fromEnvironment, type Setting, type SettingValues } from '../runtime/environment.ts';
import { createClient } from '../storage/table/client.ts';
import { Table } from '../storage/table/table.ts';
import type { HttpFunction } from './middleware.ts';
import { createRepositories, type Repositories } from './repositories.ts';

export interface Dependencies extends Repositories {
  siteUrl: string;
}

/** A function's dependencies besides the common ones. */
interface Own<Extra extends object, Name extends Setting> {
  settings: readonly Name[];
  make: (settings: SettingValues<Name>, table: Table) => Omit<Extra, keyof Dependencies>;
}

const COMMON = ['tableName', 'siteUrl'] as const;

/**
 * Makes the Lambda function of an operation from its environment. Dependencies that only some functions need are
 * created in files that only they import, to keep them out of other bundles.
 */
export const operationFromEnvironment = <Extra extends object = object, Name extends Setting = never>(
  createHandler: (dependencies: Dependencies & Extra) => HttpFunction,
  own?: Own<Extra, Name>,
) =>
  fromEnvironment([...COMMON, ...(own?.settings ?? [])], (settings) => {
    const { tableName, siteUrl } = settings as SettingValues<(typeof COMMON)[number]>;
    const table = new Table(createClient(), tableName);
    const extra = (own?.make(settings as SettingValues<Name>, table) ?? {}) as Extra;
    return createHandler({ ...createRepositories(table), siteUrl, ...extra });
  });
