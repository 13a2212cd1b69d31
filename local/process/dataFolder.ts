import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Name prefix of folders with data that `--new` moved aside. */
const OLD = 'old-';

/** Advice about missing or damaged data. */
export const HOW_TO_GO_ON =
  'Put back a copy of the data folder, choose another one with --data, or start with --new, which moves what is there ' +
  'into a folder in it.';

/** @throws Error with advice if no files can be written to the folder */
export function requireWritable(folder: string): void {
  try {
    rmdirSync(mkdtempSync(join(folder, 'new-')));
  } catch (error) {
    throw notWritable(folder, error as Error);
  }
}

export const notWritable = (folder: string, cause: Error): Error =>
  new Error(
    `Files cannot be written to ${folder} (${cause.message}). Make room there, or choose another with --data.`,
    { cause },
  );

/** Files in a service's folder once it has a table. */
const BESIDE_TABLE = ['demo.json', 'queues', 'objects'];

/** @throws Error with advice if the table is missing from data that needs it */
export function requireTable(folder: string, tableFile: string): void {
  const size = statSync(join(folder, tableFile), { throwIfNoEntry: false })?.size ?? 0;
  const others = BESIDE_TABLE.filter((name) => existsSync(join(folder, name)));
  if (size > 0 || others.length === 0) return;
  throw new Error(
    `${join(folder, tableFile)} is missing or empty, but its service's ${others.join(', ')} are there. It holds all ` +
      `workspaces, forms and submissions. ${HOW_TO_GO_ON}`,
  );
}

/** The loss if a folder is missing that every service with a demo had. */
const LOST_WITHOUT: Record<string, string> = {
  objects: 'Files of submissions cannot be downloaded',
  queues: 'Mails and webhooks that were waiting are not sent',
};

/** Warnings of folders that are missing from a service's data. The service starts with empty ones. */
export function warningsOfLoss(folder: string): string[] {
  if (!existsSync(join(folder, 'demo.json'))) return [];
  return Object.entries(LOST_WITHOUT).flatMap(([name, loss]) => {
    const path = join(folder, name);
    if (existsSync(path)) return [];
    return [`${path} is missing. ${loss}, unless you end the service, put back a copy of the folder and start again.`];
  });
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
