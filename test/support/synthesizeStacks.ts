import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { FormsStack } from '../../infra/formsStack.ts';
import { QUICK_APP } from '../../infra/local/synthesizeStack.ts';
import { readSettings } from '../../infra/settings.ts';
import { keepNewest } from '../../infra/tools/buildFolder.ts';
import type { StackFile } from './stack.ts';

// Synthesizes the stacks that stack.ts lists as JSON.

const WITH_PATHS = { 'aws:cdk:enable-path-metadata': true };

for (const stackFile of JSON.parse(process.argv[2] ?? '[]') as StackFile[]) synthesize(stackFile);

function synthesize({ settings, file }: StackFile): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const outdir = mkdtempSync(join(folder, 'new-'));
  const read = readSettings((name) => settings[name]);
  const app = new App({ ...QUICK_APP, outdir, postCliContext: WITH_PATHS });
  const { stackName: name } = new FormsStack(app, read.stackName, read);
  const { Resources: resources, Outputs: outputs } = app.synth().getStackByName(name).template;
  for (const asset of readdirSync(outdir).filter((each) => each.startsWith('asset.'))) {
    moveUnlessThere(join(outdir, asset), join(folder, asset));
  }
  // Atomically: another process may synthesize the same stack.
  const newFile = join(outdir, 'stack.json');
  writeFileSync(newFile, JSON.stringify({ name, resources, outputs }));
  renameSync(newFile, file);
  rmSync(outdir, { recursive: true });
  keepNewest(folder);
}

/** Named by its content, so an existing one is identical. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
