import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Name prefix of folders with data that `--new` moved aside. */
const OLD = 'old-';

/** What a person can do about missing or damaged data. */
export const HOW_TO_GO_ON =
  'Put back a copy of the data folder, choose another one with --data, or start with --new, which moves what is there ' +
  'into a folder in it.';

/** What a service leaves in its folder once it has a table. */
const BESIDE_TABLE = ['demo.json', 'queues', 'objects'];

/** @throws Error that says what to do if the table is missing from data that needs it */
export function requireTable(folder: string, tableFile: string): void {
  const size = statSync(join(folder, tableFile), { throwIfNoEntry: false })?.size ?? 0;
  const others = BESIDE_TABLE.filter((name) => existsSync(join(folder, name)));
  if (size > 0 || others.length === 0) return;
  throw new Error(
    `${join(folder, tableFile)} is missing or empty, but its service's ${others.join(', ')} are there. It holds all ` +
      `workspaces, forms and submissions. ${HOW_TO_GO_ON}`,
  );
}

/** Begins the name of all that a service leaves in its folder; others' files stay where they are. */
const OWN =
  /^(?:table\.sqlite|demo\.json|clock$|queues$|objects$|scans$|checkpoints$|inbox\.jsonl|functions\.log|functionWorker\.mjs|outputs\.json|dynamodbAccessKeyId|cdk\.out$)/;

/** Moves all data into a new folder in the data folder. Returns its path; undefined if there was no data. */
export function moveAside(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => OWN.test(name));
  if (names.length === 0) return undefined;
  const aside = join(folder, OLD + new Date().toISOString().replaceAll(':', '-'));
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) renameSync(join(folder, name), join(aside, name));
  return aside;
}
