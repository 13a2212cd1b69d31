import { existingData } from '../dataResources.ts';
import { findStack } from '../deployedStack.ts';
import { formRoute } from '../formRoute.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step } from '../step.ts';

/** A removal that was stopped leaves the form route closed and the table unprotected. */
export const stoppedRemoval: Step = {
  name: 'stopped-removal',
  title: 'Stopped removal',
  find: async (setup): Promise<Finding> => {
    if (!(await findStack(setup))) return done('There is no stack.');
    const route = await formRoute(setup);
    const isRouteClosed = route?.isClosed;
    const tables = await unprotectedTables(setup);
    if (!isRouteClosed && tables.length === 0) return done('Forms are taken, and the table is protected.');
    const found = [
      ...(isRouteClosed ? ['The form route is closed: forms get an error.'] : []),
      ...tables.map((name) => `${name} is not protected from deletion.`),
    ];
    return {
      state: 'todo',
      found: found.join(' '),
      plan: 'Open the form route and protect the table again.',
      act: async () => {
        const { formConcurrency } = setup.choices.settings();
        if (isRouteClosed) await setup.clients.functions.setConcurrency(route.name, formConcurrency);
        for (const table of tables) await setup.clients.tables.protect(table, true);
        await setup.remember({ removing: undefined, isSettled: undefined, exportFolder: undefined });
        return undefined;
      },
    };
  },
};

async function unprotectedTables(setup: Setup): Promise<string[]> {
  if (!setup.choices.settings().retainData) return [];
  const { tables } = await existingData(setup);
  const described = await Promise.all(tables.map((name) => setup.clients.tables.describe(name)));
  return described.flatMap((table) => (table?.DeletionProtectionEnabled ? [] : (table?.TableName ?? [])));
}
