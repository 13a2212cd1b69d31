import { paginateDescribeStacks, type Stack } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import {
  DEFAULT_STAGE,
  SETTING_LOSSES,
  SETTINGS_OUTPUT,
  type Settings,
  STAGE_TAG,
  stackNameOf,
} from '../../settings.ts';
import { deployedTemplate } from './deployedStack.ts';
import type { Setup } from './setup.ts';
import { cdkWith, deployWith } from './shownCommands.ts';
import { type Blocked, blocked } from './step.ts';

/** Settings as a stack records them, by any version of this service. */
const RecordedSettings = z.looseObject({ stage: z.string(), stackName: z.string() });
type RecordedSettings = z.output<typeof RecordedSettings>;

/** The settings that a stack was deployed with; undefined if it records none. */
export function recordedSettings({ Outputs = [] }: Stack): RecordedSettings | undefined {
  const record = Outputs.find(({ OutputKey }) => OutputKey === SETTINGS_OUTPUT)?.OutputValue;
  try {
    return RecordedSettings.parse(JSON.parse(String(record)));
  } catch {
    return undefined;
  }
}

/** A setting that the next deployment would set back. */
export interface LostSetting {
  name: string;
  was: unknown;
  loses: string;
}

/** Compares the settings of a deployed stack with those of its next deployment. */
export function lostSettings(deployed: Record<string, unknown>, next: Settings): LostSetting[] {
  return [...SETTING_LOSSES].flatMap(([name, { loses, at }]) => {
    const was = deployed[name];
    const then = next[name as keyof Settings];
    const isSetBack = was !== undefined && was !== then && was !== at(deployed) && then === at(next);
    // A number that rises to its default, such as the days that logs are kept, loses nothing.
    const isMore = typeof was === 'number' && typeof then === 'number' && was <= then;
    return isSetBack && !isMore ? [{ name, was, loses }] : [];
  });
}

/** The reason for refusing to deploy to an existing stack: it would reset settings without the operator's consent. */
export async function lossesOf(setup: Setup, stack: Stack): Promise<Blocked | undefined> {
  const { stackName, wishes } = setup;
  const other = otherStageOf(setup, stack);
  if (other && !wishes.forget?.includes('stage')) return other;
  const deployed = recordedSettings(stack);
  if (!deployed) {
    if (await hasPathsToLose(setup)) return FIRST_RELEASE;
    if (wishes.withoutRecord) return undefined;
    return blocked(
      `The stack ${stackName} has no record of the settings that it was deployed with.`,
      `Look at what would change, with "${cdkWith(setup, 'diff')}". If that is right: ${deployWith(setup, '--without-record')}`,
    );
  }
  const lost = lostSettings(deployed, setup.choices.settings()).filter(({ name }) => !wishes.forget?.includes(name));
  if (lost.length === 0) return undefined;
  const names = [...(wishes.forget ?? []), ...lost.map(({ name }) => name)].map((name) => `--forget ${name}`).join(' ');
  return {
    ...blocked(
      `Nothing is deployed, because the stack ${stackName} would lose:`,
      `Put them into the "context" of cdk.json. To lose them on purpose: ${deployWith(setup, names)}`,
    ),
    lines: lost.map(({ name, was, loses }) => `${name} ${was}: ${loses}`),
  };
}

const FIRST_RELEASE = blocked(
  'Version 0.1.0 deployed this stack, and each path of its API by itself: removing them would damage the API of this version.',
  'First tell CloudFormation to keep them, see docs/deploying.md, "Once, from 0.1.0 to a later version".',
);

/** True if a deployment would remove paths of the API: only 0.1.0 declared each as a resource. */
async function hasPathsToLose(setup: Setup): Promise<boolean> {
  const { Resources = {} } = JSON.parse(await deployedTemplate(setup)) as {
    Resources?: Record<string, { Type?: string; DeletionPolicy?: string }>;
  };
  return Object.values(Resources).some(
    ({ Type = '', DeletionPolicy }) =>
      /^AWS::ApiGateway::(?:Resource|Method)$/.test(Type) && DeletionPolicy !== 'Retain',
  );
}

/** The reason for neither changing nor removing a stack: it belongs to another stage. */
export function otherStageOf({ stackName, choices }: Setup, stack: Stack): Blocked | undefined {
  const { stage } = choices.settings();
  // A stack whose creation or deletion failed has no outputs.
  const was = recordedSettings(stack)?.stage ?? stack.Tags?.find(({ Key }) => Key === STAGE_TAG)?.Value;
  if (was === undefined || was === stage) return undefined;
  return blocked(
    `The stack ${stackName} is that of the stage ${was}, not of ${stage}.`,
    `Name its stage, or give ${stage} a stack of its own: in cdk.json, "stages", ${stage}, without this stackName.`,
  );
}

/** The reason for refusing a first deployment: its stage or name was probably omitted. */
export async function secondStackOf(setup: Setup): Promise<Blocked | undefined> {
  const { stage, stackName } = setup.choices.settings();
  if (stackName !== stackNameOf(stage)) return undefined;
  const others: RecordedSettings[] = [];
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: setup.clients.cloudFormation }, {})) {
    others.push(...Stacks.flatMap((stack) => recordedSettings(stack) ?? []));
  }
  const isOfStage = others.some((other) => other.stage === stage && other.stackName !== stackName);
  const isOther = stage === DEFAULT_STAGE && others.length > 0;
  const missing = (isOfStage && 'stackName') || (isOther && 'stage');
  if (!missing || setup.wishes.forget?.includes(missing)) return undefined;
  return blocked(
    `There is no stack ${stackName}, only ${others.map((other) => other.stackName).join(', ')}. A new stack starts with an empty table.`,
    `To deploy the existing one, set its ${missing}. To deploy a new one: ${deployWith(setup, `--forget ${missing}`)}`,
  );
}
