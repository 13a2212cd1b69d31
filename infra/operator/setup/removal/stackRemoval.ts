import { existingData } from '../dataResources.ts';
import { failureReason, findStack } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step, StepBlocked, waiting } from '../step.ts';
import { emptyBucket } from './leftovers.ts';

/** Deletes the stack except for the resources with data. */
export const stackRemoval: Step = {
  name: 'stack',
  title: 'Stack',
  isGate: true,
  isRequired: true,
  find: async (setup): Promise<Finding> => {
    const stack = await findStack(setup);
    if (!stack) return done(`There is no stack ${setup.stackName}.`);
    const status = stack.StackStatus ?? '';
    if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS') {
      return waiting(`The stack is in ${status}.`, 'CloudFormation is done.');
    }
    return {
      state: 'todo',
      found: `The stack ${setup.stackName} is in ${status}.`,
      plan: 'Remove it: about five minutes, mostly for CloudFront.',
      act: () => destroy(setup, status),
    };
  },
};

async function destroy(setup: Setup, status: string): Promise<undefined> {
  // Stored first: once the stack is deleted, nothing else lists its leftovers.
  const removing = await existingData(setup);
  await setup.remember({ removing });
  // CloudFormation deletes no bucket with objects in it.
  if (!setup.choices.settings().retainData || status === 'DELETE_FAILED') {
    for (const bucket of removing.buckets) await emptyBucket(setup, bucket);
  }
  if ((await setup.outside.cdk.run('destroy', setup.stackName, '--force')) === 0) {
    setup.removal.isRouteClosed = false;
    return;
  }
  const stack = await findStack(setup);
  const reason = stack && (await failureReason(setup, stack));
  throw new StepBlocked(
    `The stack could not be removed${reason ? `: ${reason}` : '; see above.'}`,
    'Run the same command again; CloudFormation tries once more.',
  );
}
