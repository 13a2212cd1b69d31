import { print, UsageError } from '../../tools/program.ts';
import { Choices } from './choices.ts';
import { JSON_LINES, PRINTING } from './print.ts';
import { AGREEING, ASKING } from './questions.ts';
import { REMOVAL_STEPS } from './removal/index.ts';
import { isHealthy, type Mode, StepRun } from './runSteps.ts';
import { realOutside, Setup } from './setup.ts';
import { STEPS } from './steps/index.ts';
import { rememberOwner } from './steps/owner.ts';
import { sayWhenStopped } from './stopping.ts';
import { addressesIn, memberAddress } from './textProblems.ts';

/** The command's options. */
export interface SetupOptions {
  stage?: string | undefined;
  yes?: boolean | undefined;
  json?: boolean | undefined;
  remove?: boolean | undefined;
  confirm?: string | undefined;
  skip?: string[] | undefined;
  sender?: string | undefined;
  senderIdentity?: 'address' | 'domain' | undefined;
  recipients?: string | undefined;
  requestProduction?: string | undefined;
  alarmAddress?: string | undefined;
  workspace?: string | undefined;
  workspaceName?: string | undefined;
  owner?: string | undefined;
  /** In minutes. */
  wait: string;
}

/** Runs the steps, prints their reports and, after a deployment, a summary. Sets the exit status. */
export async function runSetup(options: SetupOptions, mode: Mode): Promise<void> {
  const choices = new Choices({ file: 'cdk.json', stage: options.stage, isSaved: mode === 'apply' });
  const outside = realOutside({ stage: choices.stage }, options.yes, options.yes ? AGREEING : ASKING);
  const setup = new Setup(outside, choices, {
    workspaceName: options.workspaceName,
    workspaceId: options.workspace,
    productionWebsite: options.requestProduction,
    removal: options.confirm,
  });
  const skip = await rememberOptions(setup, options);
  const listener = options.json ? JSON_LINES : PRINTING;
  const stepRun = new StepRun(setup, { mode, skip, waitMs: Number(options.wait) * 60_000, listener });
  if (options.remove) sayWhenStopped(setup, process);
  const reports = await stepRun.run(options.remove ? REMOVAL_STEPS : STEPS);
  const isGood = isHealthy(reports);
  if (mode === 'apply' && isGood && !options.remove) await printSummary(setup, options.json);
  if (mode === 'plan' ? reports.some(({ outcome }) => outcome === 'blocked' || outcome === 'failed') : !isGood) {
    process.exitCode = 1;
  }
}

/** @returns the steps to skip */
async function rememberOptions(setup: Setup, options: SetupOptions): Promise<string[]> {
  const { choices } = setup;
  const required =
    options.remove && REMOVAL_STEPS.find(({ isRequired, name }) => isRequired && options.skip?.includes(name));
  if (required) throw new UsageError(`${required.name} cannot be skipped.`);
  if (options.sender) choices.setSetting('senderAddress', options.sender);
  if (options.alarmAddress) choices.setSetting('alarmAddress', options.alarmAddress);
  // Without a region, no stack's choices can be read: the first step reports that.
  if ((await setup.region().catch(() => undefined)) === undefined) return options.skip ?? [];
  // An earlier --skip of setup does not apply to a removal.
  const { skip = [] } = options.remove ? {} : await setup.remembered();
  const all = [...new Set([...skip, ...(options.skip ?? [])])];
  const changes = {
    ...(options.skip && !options.remove && { skip: all }),
    ...(options.senderIdentity && { senderIdentity: options.senderIdentity }),
    ...(options.recipients && { recipients: addressesIn(options.recipients) }),
    ...(options.workspace && { workspaceId: options.workspace }),
  };
  if (Object.keys(changes).length > 0) await setup.remember(changes);
  if (options.owner) await rememberOwner(setup, memberAddress(options.owner));
  return all;
}

async function printSummary(setup: Setup, isJson: boolean | undefined): Promise<void> {
  // Estimates the cost, which loads the pages.
  const { summaryLines, summaryOf } = await import('./summary.ts');
  const summary = await summaryOf(setup);
  if (summary) print(isJson ? { summary } : `${summaryLines(summary).join('\n')}\n`);
}
