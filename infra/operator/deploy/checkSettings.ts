import { InvalidArgumentError } from '@commander-js/extra-typings';
import { UsageError } from '../../program.ts';
import { SETTING_LOSSES } from '../../settings.ts';
import { type LostSetting, lostSettings, missingName, type RecordedSettings } from './lostSettings.ts';
import { type Stacks, settingsOf } from './stacks.ts';

/** What the operator permits on the command line. */
export interface Released {
  forget: string[];
  withoutRecord?: true | undefined;
}

/** Statuses of a stack that was never deployed: it was only prepared, or its first deployment failed. */
const NEVER_DEPLOYED = ['REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'];

/** @throws InvalidArgumentError unless this is the name of a setting that `--forget` releases */
export function releasable(name: string): string {
  const names = [...SETTING_LOSSES.keys(), 'stage', 'stackName'];
  if (names.includes(name)) return name;
  throw new InvalidArgumentError(`It must be one of ${names.join(', ')}. Other settings need no release.`);
}

/**
 * Refuses a deployment that would drop settings of the deployed stack without being told to.
 * @throws UsageError that names each of them and what is lost; also when the deployed stack cannot be read
 */
export async function checkSettings(
  stacks: Pick<Stacks, 'find' | 'release' | 'settingsOfAll'>,
  next: RecordedSettings,
  { forget, withoutRecord }: Released,
): Promise<void> {
  const name = next.stackName;
  const stack = await stacks.find(name);
  const status = stack?.StackStatus ?? '';
  if (!stack || NEVER_DEPLOYED.includes(status)) {
    const others = await stacks.settingsOfAll();
    const missing = missingName(next, others);
    if (missing !== undefined && !forget.includes(missing)) throw new UsageError(secondStack(name, others, missing));
    // The CDK deletes a stack whose first deployment failed, but protected it from deletion before creating it.
    if (stack?.EnableTerminationProtection) await stacks.release(name);
    return;
  }
  if (status.endsWith('_IN_PROGRESS')) {
    throw new UsageError(`The stack ${name} is being changed (${status}). Deploy again when that has ended.`);
  }
  const deployed = settingsOf(stack);
  if (!deployed && !withoutRecord) throw new UsageError(noRecord(name));
  const lost = deployed ? lostSettings(deployed, next).filter((each) => !forget.includes(each.name)) : [];
  if (lost.length > 0) throw new UsageError(losses(name, lost));
}

const losses = (stackName: string, lost: LostSetting[]): string =>
  `Nothing was deployed: the stack ${stackName} would lose\n` +
  lost.map(({ name, was, loses }) => `  ${name}: ${was}\n    ${loses}\n`).join('') +
  'Put them into the "context" of cdk.json. To lose them on purpose, add\n' +
  `  ${lost.map(({ name }) => `--forget ${name}`).join(' ')}`;

const secondStack = (stackName: string, others: RecordedSettings[], missing: string): string =>
  `Nothing was deployed: there is no stack ${stackName} yet, only ${others.map((each) => each.stackName).join(', ')}. ` +
  `A new stack starts with an empty table.\nTo deploy one that exists, set ${missing} in the "context" of cdk.json or ` +
  `with --context ${missing}=… . To deploy a new one, add\n  --forget ${missing}`;

const noRecord = (stackName: string): string =>
  `Nothing was deployed: the stack ${stackName} has no record of the settings that it was deployed with, so nothing ` +
  'tells which ones this deployment would drop.\nLook at what it would change, with `npx cdk diff`. If that is right, ' +
  'add\n  --without-record';
