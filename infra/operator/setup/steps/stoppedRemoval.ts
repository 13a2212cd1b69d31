import { protectTable, tablesWith } from '../dataResources.ts';
import { findStack, protectStack } from '../deployedStack.ts';
import { formRoute, setConcurrency } from '../formRoute.ts';
import { done, type Finding, type Step } from '../step.ts';

/** A removal that was stopped leaves the form route closed, and stack and table unprotected. */
export const stoppedRemoval: Step = {
  name: 'stopped-removal',
  title: 'Stopped removal',
  find: async (setup): Promise<Finding> => {
    const stack = await findStack(setup);
    if (!stack) return done('There is no stack.');
    const { retainData, formConcurrency } = setup.choices.settings();
    const isStackOpen = retainData && !stack.EnableTerminationProtection;
    const route = await formRoute(setup);
    const isRouteClosed = route?.isClosed;
    const tables = retainData ? await tablesWith(setup, false) : [];
    const unprotected = [...(isStackOpen ? [`The stack ${setup.stackName}`] : []), ...tables];
    if (!isRouteClosed && unprotected.length === 0) {
      return done('Forms are taken, and stack and table are protected.');
    }
    const found = [
      ...(isRouteClosed ? ['The form route is closed: forms get an error.'] : []),
      ...unprotected.map((name) => `${name} is not protected from deletion.`),
    ];
    return {
      state: 'todo',
      found: found.join(' '),
      plan: 'Open the form route and protect stack and table again.',
      act: async () => {
        if (isRouteClosed) await setConcurrency(setup, route.name, formConcurrency);
        if (isStackOpen) await protectStack(setup, true);
        for (const table of tables) await protectTable(setup, table, true);
        await setup.remember({ removing: undefined, isSettled: undefined, exportFolder: undefined });
        return undefined;
      },
    };
  },
};
