import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Token } from 'aws-cdk-lib';
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';

const BUILD = fileURLToPath(new URL('../../.build/site', import.meta.url));

/** A file's name in the bucket, and what is in it. */
export type SiteFile = readonly [name: string, body: string];

/**
 * Files for a bucket: those that speak of the stack's own resources, such as the API's address, are completed while
 * deploying.
 */
export function sourcesOf(files: readonly SiteFile[]): ISource[] {
  const known = files.filter(([, body]) => !Token.isUnresolved(body));
  const late = files.filter(([, body]) => Token.isUnresolved(body));
  return [Source.asset(writeFolder(known)), ...late.map(([name, body]) => Source.data(name, body))];
}

/** Writes a folder that is named by its content and appears whole: another process may synthesize at the same time. */
function writeFolder(files: readonly SiteFile[]): string {
  const folder = join(BUILD, createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(BUILD, { recursive: true });
  const newFolder = mkdtempSync(join(BUILD, 'new-'));
  for (const [name, body] of files) {
    const file = join(newFolder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  try {
    renameSync(newFolder, folder);
  } catch (error) {
    // Another process was first: what it wrote has the same content.
    rmSync(newFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
