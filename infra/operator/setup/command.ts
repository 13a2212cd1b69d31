import { Option } from '@commander-js/extra-typings';
import { newProgram, runProgram, text, UsageError } from '../../tools/program.ts';
import type { Mode } from './runSteps.ts';
import { REMOVAL_STEP_NAMES, STEP_NAMES } from './stepNames.ts';
import { addressesProblem, addressProblem, websiteProblem } from './textProblems.ts';

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
  .option('--stage <stage>', 'the stage; by default that in cdk.json, or production')
  .addOption(
    new Option('--skip <step...>', 'steps to skip, now and later').choices([...STEP_NAMES, ...REMOVAL_STEP_NAMES]),
  )
  .option('--sender <address>', 'the address that notifications come from', checked(addressProblem))
  .addOption(new Option('--sender-identity <kind>', 'what to verify in SES').choices(['address', 'domain'] as const))
  .option('--recipients <addresses>', 'recipients of mail, separated by commas', checked(addressesProblem))
  .option('--request-production <website>', "request SES's production access for this website", checked(websiteProblem))
  .option('--alarm-address <address>', 'who gets a mail when an alarm goes off', checked(addressProblem))
  .option('--workspace <id>', 'use this workspace instead of a new one', text)
  .option('--workspace-name <name>', 'the name of the new workspace', text)
  .option('--owner <address>', 'the owner of the workspace, who signs in by mail', checked(addressProblem))
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
  // Loaded late, so that `--help` and a wrong option respond at once.
  const { runSetup } = await import('./runSetup.ts');
  await runSetup(options, mode);
}

function checked(problemOf: (value: string) => string | undefined) {
  return (value: string): string => {
    const problem = problemOf(value);
    if (problem) throw new UsageError(problem);
    return value;
  };
}
