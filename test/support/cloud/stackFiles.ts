import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_FOLDER, keepNewest, sourcesHash } from '../../../infra/tools/buildFolder.ts';

const PROGRAM = 'test/support/cloud/newStack.ts';

/** The files of stacks with these settings, cached by settings and sources. Missing ones are synthesized. */
export async function stackFiles(each: Record<string, unknown>[]): Promise<string[]> {
  const folder = join(BUILD_FOLDER, 'test-stacks', sourcesHash(PROGRAM));
  mkdirSync(folder, { recursive: true });
  keepNewest(folder);
  const stacks = each.map((settings) => ({ settings, file: join(folder, `${hashOf(settings)}.json`) }));
  if (!stacks.every(({ file }) => existsSync(file))) {
    // Loads the CDK.
    const { writeNewStack } = await import('./newStack.ts');
    for (const { settings, file } of stacks) if (!existsSync(file)) writeNewStack(settings, file);
  }
  return stacks.map(({ file }) => file);
}

const hashOf = (settings: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(settings).sort()))
    .digest('hex')
    .slice(0, 16);
