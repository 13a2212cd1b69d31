import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The CDK's command line. */
export interface Cdk {
  /** Runs a command to its end. @returns its exit status */
  run: (...args: string[]) => Promise<number>;
  /** The template of a deployment. Synthesis prints nothing and takes a few seconds. */
  template: (stackName: string) => Promise<string>;
}

/** The program behind `npx cdk`. */
const PROGRAM = 'node_modules/aws-cdk/bin/cdk';

export interface CdkOptions {
  /** Settings beyond those of cdk.json. */
  context: Record<string, string>;
  /** The environment's variables, with account and region. */
  environment: () => Promise<NodeJS.ProcessEnv>;
  /** True to deploy new policies without asking. */
  isUnattended: boolean;
  /** Replaces `PROGRAM` in tests. */
  program?: string;
}

/** This repository's CDK command line; prints to standard error. */
export const createCdk = ({ context, environment, isUnattended, program = PROGRAM }: CdkOptions): Cdk => {
  const given = Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
  const start = async (args: string[], stdio: StdioOptions) =>
    spawn(process.execPath, [program, ...args, ...given], {
      stdio,
      // These settings were not compared with those of the deployed stack.
      env: { ...(await environment()), CDK_CONTEXT: undefined },
    });
  const run = async (...args: string[]): Promise<number> => {
    const approval = args[0] === 'deploy' && isUnattended ? ['--require-approval', 'never'] : [];
    const [status] = await once(await start([...args, ...approval], ['inherit', 2, 2]), 'close');
    return status ?? 1;
  };
  const template = async (stackName: string): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'forms-setup-'));
    try {
      const child = await start(['synth', '--quiet', '--output', folder], ['ignore', 'ignore', 'pipe']);
      let printed = '';
      child.stderr?.on('data', (chunk) => {
        printed += chunk;
      });
      const [status] = await once(child, 'close');
      if (status !== 0) throw new Error(`The stack could not be synthesized: ${printed.trim()}`);
      return readFileSync(join(folder, `${stackName}.template.json`), 'utf8');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return { run, template };
};
