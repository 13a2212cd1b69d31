import { Option } from '@commander-js/extra-typings';
import { newProgram, print, runProgram, text, UsageError } from '../../tools/program.ts';
import { createCdk } from './cdk.ts';
import { Choices } from './choices.ts';
import { createClients } from './clients.ts';
import { JSON_LINES, PRINTING } from './print.ts';
import { AGREEING, ASKING } from './questions.ts';
import { REMOVAL_STEPS } from './removal/index.ts';
import { isHealthy, type Mode, StepRun } from './runSteps.ts';
import { realOutside, Setup } from './setup.ts';
import { STEPS } from './steps/index.ts';
import { summaryLines, summaryOf } from './summary.ts';
import { addressesIn, addressesProblem, addressProblem, websiteProblem } from './textProblems.ts';

const program = newProgram(
  'npm run setup --',
  'Deploys the service from an empty account to the first mail, checks it, and removes it. It may be run again at any time: ' +
    'it continues after an interruption, and keeps what is already right.',
  ['', '--dry-run', '--check', '--sender forms@example.com --recipients you@example.com --yes', '--remove'],
)
  .option('--dry-run', 'print the plan, and change nothing')
  .option('--check', 'check a deployment, change nothing, and exit with 1 if something is wrong')
  .option('--yes', 'ask nothing: perform the required steps and those with options')
  .option('--json', 'print a line of JSON for each step')
  .option('--remove', 'remove everything, after asking twice')
  .option('--confirm <stack>', 'with --remove --yes: the name of the stack to remove with all submissions')
  .option('--stage <stage>', 'the stage', 'production')
  .addOption(
    new Option('--skip <step...>', 'steps to skip, now and later').choices(
      [...STEPS, ...REMOVAL_STEPS].map(({ name }) => name),
    ),
  )
  .option('--sender <address>', 'the address that notifications come from', checked(addressProblem))
  .addOption(new Option('--sender-identity <kind>', 'what to verify in SES').choices(['address', 'domain'] as const))
  .option('--recipients <addresses>', 'recipients of mail, separated by commas', checked(addressesProblem))
  .option('--request-production <website>', "request SES's production access for this website", checked(websiteProblem))
  .option('--alarm-address <address>', 'who gets a mail when an alarm goes off', checked(addressProblem))
  .option('--workspace <id>', 'use this workspace instead of a new one', text)
  .option('--workspace-name <name>', 'the name of the new workspace', text)
  .option('--wait <minutes>', 'how long to wait for links and DNS', '15')
  .action(run);
await runProgram(program);

type Options = ReturnType<typeof program.opts>;

async function run(options: Options): Promise<void> {
  const mode: Mode = options.check ? 'check' : options.dryRun ? 'plan' : 'apply';
  if (!/^\d{1,4}$/.test(options.wait)) throw new UsageError('--wait must be a number of minutes.');
  if (mode === 'apply' && !options.yes && !process.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask in: pass --yes with the required options, --dry-run or --check.');
  }
  const choices = new Choices({ file: 'cdk.json', stage: options.stage, isSaved: mode === 'apply' });
  const outside = realOutside(
    createClients(),
    createCdk({ stage: options.stage, isUnattended: options.yes ?? false }),
    options.yes ? AGREEING : ASKING,
  );
  const setup = new Setup(outside, choices, {
    workspaceName: options.workspaceName,
    workspaceId: options.workspace,
    productionWebsite: options.requestProduction,
    removal: options.confirm,
  });
  const skip = await rememberOptions(setup, options);
  const listener = options.json ? JSON_LINES : PRINTING;
  const stepRun = new StepRun(setup, { mode, skip, waitMs: Number(options.wait) * 60_000, listener });
  const reports = await stepRun.run(options.remove ? REMOVAL_STEPS : STEPS);
  const isGood = isHealthy(reports);
  if (mode === 'apply' && isGood && !options.remove) await printSummary(setup, options.json);
  if (mode === 'plan' ? reports.some(({ outcome }) => outcome === 'blocked' || outcome === 'failed') : !isGood) {
    process.exitCode = 1;
  }
}

/** @returns the steps to skip */
async function rememberOptions(setup: Setup, options: Options): Promise<string[]> {
  const { choices } = setup;
  if (options.sender) choices.setSetting('senderAddress', options.sender);
  if (options.alarmAddress) choices.setSetting('alarmAddress', options.alarmAddress);
  // Without a region, no stack's choices can be read: the first step reports that.
  if ((await setup.region().catch(() => undefined)) === undefined) return options.skip ?? [];
  const { skip = [] } = await setup.remembered();
  const all = [...new Set([...skip, ...(options.skip ?? [])])];
  const changes = {
    ...(options.skip && !options.remove && { skip: all }),
    ...(options.senderIdentity && { senderIdentity: options.senderIdentity }),
    ...(options.recipients && { recipients: addressesIn(options.recipients) }),
    ...(options.workspace && { workspaceId: options.workspace }),
  };
  if (Object.keys(changes).length > 0) await setup.remember(changes);
  return all;
}

async function printSummary(setup: Setup, isJson: boolean | undefined): Promise<void> {
  const summary = await summaryOf(setup);
  if (summary) print(isJson ? { summary } : `${summaryLines(summary).join('\n')}\n`);
}

function checked(problemOf: (value: string) => string | undefined) {
  return (value: string): string => {
    const problem = problemOf(value);
    if (problem) throw new UsageError(problem);
    return value;
  };
}
