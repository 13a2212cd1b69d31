import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { FormsStack } from '../../../infra/formsStack.ts';
import { QUICK_APP } from '../../../infra/localService/synthesizeStack.ts';
import { readSettings } from '../../../infra/readSettings.ts';

const WITH_PATHS = { 'aws:cdk:enable-path-metadata': true };

/** For all of this process's stacks: the CDK hashes and copies an asset once per folder. */
let outdir: string | undefined;

/** Writes a stack's name, resources and outputs as JSON, next to its assets. */
export function writeNewStack(settings: Record<string, unknown>, file: string): void {
  const folder = dirname(file);
  outdir ??= newFolderNextTo(folder);
  const { name, template } = withShortTraces(() => synthesizeInto(outdir ?? '', settings));
  const { Resources: resources, Outputs: outputs } = template;
  for (const asset of readdirSync(outdir).filter((each) => each.startsWith('asset.')))
    moveUnlessThere(join(outdir, asset), join(folder, asset));
  // Atomically: another run may synthesize the same stack.
  const newFile = join(outdir, 'stack.json');
  writeFileSync(newFile, JSON.stringify({ name, resources, outputs }));
  renameSync(newFile, file);
}

function synthesizeInto(folder: string, settings: Record<string, unknown>) {
  const read = readSettings(settings);
  const app = new App({ ...QUICK_APP, outdir: folder, postCliContext: WITH_PATHS });
  const { stackName: name } = new FormsStack(app, read.stackName, read);
  return { name, template: app.synth().getStackByName(name).template };
}

/** The CDK records where each element is made, which takes an eighth of a synthesis. */
function withShortTraces<Result>(perform: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  try {
    return perform();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** In the same file system, and named like an unfinished build, so that a later run removes what a crash left. */
function newFolderNextTo(folder: string): string {
  const made = mkdtempSync(join(dirname(folder), 'new-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The name contains a hash of the content, so one from another run is identical. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
