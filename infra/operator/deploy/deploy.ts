import '../../quietSdk.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newProgram, runProgram } from '../../program.ts';
import { runCdk, synthesizedSettings } from './cdk.ts';
import { checkSettings, releasable } from './checkSettings.ts';
import { settleIdentity } from './identity.ts';
import { Stacks } from './stacks.ts';

interface Options {
  context: string[];
  forget: string[];
  profile?: string | undefined;
  withoutRecord?: true | undefined;
}

const program = newProgram(
  'npm run deploy --',
  'Deploys the stack with the settings in the "context" of cdk.json. Refuses to drop a setting of the deployed stack ' +
    'if that removes or hides something.',
  ['--context stage=staging', '--forget apiDomain', '--require-approval never'],
)
  .argument('[options...]', 'more options, of cdk deploy')
  .option('-c, --context <name=value>', 'a setting for this deployment only; may be repeated', oneMore, [])
  .option('--forget <setting>', 'drop this setting of the deployed stack; may be repeated', oneMoreName, [])
  .option('--without-record', 'deploy although the deployed stack has no record of its settings')
  .option('--profile <name>', 'the AWS profile to deploy with')
  .allowUnknownOption()
  .action(deploy);
await runProgram(program);

function oneMore(value: string, others: string[]): string[] {
  return [...others, value];
}

function oneMoreName(name: string, others: string[]): string[] {
  return oneMore(releasable(name), others);
}

/** Synthesizes the stack, compares its settings with those of the deployed one, and deploys exactly what was compared. */
async function deploy(cdkOptions: string[], { context, profile, ...released }: Options): Promise<void> {
  const region = await settleIdentity(profile);
  const folder = mkdtempSync(join(tmpdir(), 'forms-deploy-'));
  const identity = profile === undefined ? [] : ['--profile', profile];
  try {
    const settings = context.flatMap((setting) => ['--context', setting]);
    process.exitCode = await runCdk('synth', '--quiet', '--output', folder, ...identity, ...settings);
    if (process.exitCode !== 0) return;
    await checkSettings(new Stacks(region), synthesizedSettings(folder), released);
    const outputs = ['--outputs-file', 'outputs.json'];
    process.exitCode = await runCdk('deploy', '--app', folder, ...outputs, ...identity, ...cdkOptions);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
