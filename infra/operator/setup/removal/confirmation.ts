import { existingData, otherUserOf } from '../dataResources.ts';
import { findStack } from '../deployedStack.ts';
import { otherStageOf } from '../lostSettings.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step, StepBlocked } from '../step.ts';
import { openRoute } from '../steps/openRoute.ts';

/** Asks twice: none of the following steps can be undone. */
export const confirmation: Step = {
  name: 'confirmation',
  title: 'Confirmation',
  isGate: true,
  isRequired: true,
  // An earlier run may have closed the form route.
  leaves: openRoute,
  find: async (setup): Promise<Finding> => {
    const { stackName, removal } = setup;
    if (removal.isConfirmed) return done(`Confirmed: the stack ${stackName} will be removed.`);
    const stack = await findStack(setup);
    const otherStage = stack && otherStageOf(setup, stack);
    if (otherStage) return otherStage;
    const { tables, buckets } = await existingData(setup);
    const hasStack = stack !== undefined;
    const left = [...tables, ...buckets];
    const other = await otherUserOf(setup, left);
    if (other) return blocked(other, 'Remove that stack first, or give it another table.');
    if (!hasStack && left.length === 0) return done(`There is no stack ${stackName}, and nothing that it left.`);
    return {
      state: 'todo',
      found: hasStack
        ? `The stack ${stackName} of the stage ${setup.choices.stage} and everything in it will be removed, with all submissions and files.`
        : `The stack ${stackName} is gone, and has left ${left.join(', ')}. All submissions and files will be removed.`,
      plan: 'Ask for its name (--confirm), and for a second confirmation.',
      asks: true,
      act: () => ask(setup),
    };
  },
};

async function ask(setup: Setup): Promise<undefined> {
  const { stackName, wishes, outside } = setup;
  const typed = wishes.removal ?? (await askForName(setup));
  if (typed !== stackName) throw new StepBlocked(`"${typed}" is not ${stackName}.`, 'Nothing was removed.');
  const question = `Remove ${stackName} of the stage ${setup.choices.stage} for good? Its submissions cannot be restored.`;
  // With --yes, this option is the second confirmation.
  const isSure = wishes.removal !== undefined || (await outside.questions.confirm(question, false));
  if (!isSure) throw new StepBlocked('It was not confirmed.', 'Nothing was removed.');
  setup.removal.isConfirmed = true;
}

const askForName = ({ stackName, outside }: Setup): Promise<string> =>
  outside.questions.text({
    message: `Type the name of the stack, ${stackName}, to remove it.`,
    option: '--confirm',
    problem: (text) => (text === stackName ? undefined : `Type ${stackName}, or press Ctrl+C.`),
  });
