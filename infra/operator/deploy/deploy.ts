import '../../tools/quietSdk.ts';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { nearestName } from '../../../shared/contract/nearestName.ts';
import { SETTING_LOSSES } from '../../settings.ts';
import { newProgram, runProgram, setting, UsageError } from '../../tools/program.ts';

const program = newProgram(
  'npm run deploy --',
  'Deploys the stack with the settings in the "context" of cdk.json. Refuses to set back a setting of the deployed stack ' +
    'if that loses something.',
  ['', '--context stage=staging', '--forget apiDomain', '--yes'],
)
  .option('-c, --context <name=value>', 'a setting for this deployment only; may be repeated', setting)
  .option('--forget <setting>', 'set this setting of the deployed stack back; may be repeated', forgotten)
  .option('--without-record', 'deploy to a stack that has no record of its settings')
  .option('--yes', 'create roles and policies without asking')
  .action(deploy);
await runProgram(program);

type Options = ReturnType<typeof program.opts>;

async function deploy({ context = {}, forget, withoutRecord, yes }: Options): Promise<void> {
  // Loaded late, so that `--help` and a wrong option respond at once.
  const { Choices } = await import('../setup/choices.ts');
  const choices = new Choices({ file: 'cdk.json', stage: context.stage, isSaved: false, once: context });
  if (choices.setting('senderAddress') === undefined) {
    throw new UsageError('The setting senderAddress is missing: set it in the "context" of cdk.json.');
  }
  const { runDeployment } = await import('./runDeployment.ts');
  await runDeployment(choices, { context, isUnattended: yes, wishes: { forget, withoutRecord } });
}

function forgotten(name: string, others: string[] = []): string[] {
  const names = [...SETTING_LOSSES.keys(), 'stage', 'stackName'];
  if (names.includes(name)) return [...others, name];
  const nearest = nearestName(name, names);
  throw new InvalidArgumentError(`${nearest ? `Did you mean ${nearest}? ` : ''}Other settings need no release.`);
}
