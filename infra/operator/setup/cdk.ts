import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The CDK's command line. */
export interface Cdk {
  /** Runs a command to its end. @returns its exit status */
  run: (...args: string[]) => Promise<number>;
  /** The template that a deployment would hand to CloudFormation. */
  template: (stackName: string) => Promise<string>;
}

/** What `npx cdk` runs. */
const PROGRAM = 'node_modules/aws-cdk/bin/cdk';
/** Where it reads the settings. */
const CHOICES = 'cdk.json';

export interface CdkOptions {
  stage: string;
  /** Whether nobody can be asked about the policies that a deployment makes. */
  isUnattended: boolean;
  /** Stands in for `PROGRAM`. */
  program?: string;
}

/** The CDK's command line of this repository, which prints to standard error. */
export const createCdk = ({ stage, isUnattended, program = PROGRAM }: CdkOptions): Cdk => {
  const run = async (...args: string[]): Promise<number> => {
    const approval = args[0] === 'deploy' && isUnattended ? ['--require-approval', 'never'] : [];
    const command = [program, ...args, ...approval, '--context', `stage=${stage}`];
    const [status] = await once(spawn(process.execPath, command, { stdio: ['inherit', 2, 2] }), 'close');
    return status ?? 1;
  };
  const synthesize = async (stackName: string): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'forms-setup-'));
    try {
      const status = await run('synth', '--quiet', '--output', folder);
      if (status !== 0) throw new Error('The stack could not be synthesized.');
      return readFileSync(join(folder, `${stackName}.template.json`), 'utf8');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  // It takes some seconds, and is the same until a choice is saved.
  let last: { choices: string; template: Promise<string> } | undefined;
  const template = (stackName: string): Promise<string> => {
    const choices = readFileSync(CHOICES, 'utf8');
    if (last?.choices !== choices) last = { choices, template: synthesize(stackName) };
    return last.template;
  };
  return { run, template };
};
