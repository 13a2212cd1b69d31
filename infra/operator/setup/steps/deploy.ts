import { isDeepStrictEqual } from 'node:util';
import type { Stack } from '@aws-sdk/client-cloudformation';
import { otherUserOf } from '../dataResources.ts';
import { deployedTemplate, failureReason, findStack, protectStack } from '../deployedStack.ts';
import { lossesOf, secondStackOf } from '../lostSettings.ts';
import type { Setup } from '../setup.ts';
import { cdkWith, setupWith } from '../shownCommands.ts';
import { blocked, done, type Finding, type Step, StepBlocked, waiting } from '../step.ts';
import { openRoute } from './openRoute.ts';

/** States of stacks whose first deployment failed; `cdk deploy` deletes and recreates them. */
const NEVER_MADE = ['ROLLBACK_COMPLETE', 'REVIEW_IN_PROGRESS'];

/** States in which CloudFormation accepts no change, and their remedies. */
const STUCK: Record<string, (setup: Setup) => string> = {
  ROLLBACK_FAILED: (setup) => `Remove what is left of it with "${setupWith(setup, '--remove')}", and deploy again.`,
  DELETE_FAILED: (setup) => `Remove what is left of it with "${setupWith(setup, '--remove')}", and deploy again.`,
  UPDATE_ROLLBACK_FAILED: (setup) => `Run "${cdkWith(setup, 'rollback')}", and deploy again.`,
};

/** Causes of failed deployments that have a remedy, by CloudFormation's message. */
const REMEDIES: [RegExp, string][] = [
  [
    /must be verified before you can add new CloudFront/i,
    'Open a case in the AWS Support Center ("Account and billing", which costs nothing) and ask for CloudFront. It takes a ' +
      'day or two; then run setup again.',
  ],
  [
    /not authorized to perform/i,
    "Your credentials, or a policy of your organisation, do not allow it: use an administrator's.",
  ],
];
const anyRemedy = (isFirst: boolean): string =>
  `See docs/deploying.md, "If ${isFirst ? 'the first' : 'a later'} deployment fails"; fix the cause and deploy again.`;

export const deploy: Step = {
  name: 'deploy',
  title: 'Deployment',
  isGate: true,
  leaves: openRoute,
  find: async (setup): Promise<Finding> => {
    const stack = await findStack(setup);
    const { stackName } = setup;
    const { tableStreamArn } = setup.choices.settings();
    const [, table] = tableStreamArn?.split('/') ?? [];
    const otherUser = table && (await otherUserOf(setup, [table]));
    if (otherUser)
      return blocked(otherUser, 'Two stacks on one table would both send its mails: remove tableStreamArn.');
    const status = stack?.StackStatus ?? '';
    if (!stack || NEVER_MADE.includes(status)) {
      const second = await secondStackOf(setup);
      if (second) return second;
      if (!stack || status !== 'ROLLBACK_COMPLETE')
        return firstDeployment(setup, `There is no stack ${stackName}.`, stack);
      const reason = await failureReason(setup, stack);
      return firstDeployment(
        setup,
        `The first deployment of ${stackName} failed${reason ? `: ${reason}` : '.'}`,
        stack,
      );
    }
    const remedy = STUCK[status];
    if (remedy) return blocked(`The stack ${stackName} is in ${status}.`, remedy(setup));
    if (status.endsWith('_IN_PROGRESS')) {
      return waiting(`The stack ${stackName} is in ${status}.`, 'CloudFormation is done.');
    }
    if (setup.isDeployedNow) return done(`The stack ${stackName} is up to date.`);
    const losses = await lossesOf(setup, stack);
    if (losses) return losses;
    if (!setup.wishes.deploysAlways && (await isUpToDate(setup))) return done(`The stack ${stackName} is up to date.`);
    return todo(setup, `The stack ${stackName} differs from this code and these settings.`);
  },
};

async function isUpToDate(setup: Setup): Promise<boolean> {
  const { cdk } = setup.outside;
  const [deployed, template] = await Promise.all([deployedTemplate(setup), cdk.template(setup.stackName)]);
  return isDeepStrictEqual(JSON.parse(deployed), JSON.parse(template.replace(/[\u{80}-\u{10ffff}]/gu, '?')));
}

/** @param leftover a stack whose first deployment failed */
const firstDeployment = (setup: Setup, found: string, leftover?: Stack): Finding =>
  todo(setup, found, { isFirst: true, leftover });

const todo = (
  setup: Setup,
  found: string,
  { isFirst = false, leftover }: { isFirst?: boolean; leftover?: Stack | undefined } = {},
): Finding => ({
  state: 'todo',
  found,
  plan: `Deploy ${setup.stackName}: about ten minutes the first time, mostly for CloudFront.`,
  costs: 'less than a dollar a month idle; see docs/cost.md',
  act: async () => {
    const { cdk } = setup.outside;
    // The CDK replaces it, but has already protected it from deletion.
    if (leftover?.EnableTerminationProtection) await protectStack(setup, false);
    if ((await cdk.run('deploy', setup.stackName, '--outputs-file', 'outputs.json')) === 0) {
      setup.isDeployedNow = true;
      return undefined;
    }
    const stack = await findStack(setup);
    const reason = stack && (await failureReason(setup, stack));
    const [, remedy = anyRemedy(isFirst)] = REMEDIES.find(([pattern]) => pattern.test(reason ?? '')) ?? [];
    throw new StepBlocked(`The deployment failed${reason ? `: ${reason}` : '; see above.'}`, remedy);
  },
});
