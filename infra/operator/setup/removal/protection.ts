import { protectTable, tablesWith } from '../dataResources.ts';
import { findStack, protectStack } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step } from '../step.ts';

/** Protects stack and table from accidental deletion. */
export const protection: Step = {
  name: 'protection',
  title: 'Protection',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const stack = await findStack(setup);
    const tables = await tablesWith(setup, true);
    const protectedThings = [
      ...(stack?.EnableTerminationProtection ? [`the stack ${setup.stackName}`] : []),
      ...tables,
    ];
    if (protectedThings.length === 0) return done('Nothing is protected.');
    return {
      state: 'todo',
      found: `Protected from deletion: ${protectedThings.join(', ')}.`,
      plan: 'Release it.',
      act: () => release(setup, stack?.EnableTerminationProtection ?? false, tables),
    };
  },
};

async function release(setup: Setup, isStack: boolean, tables: string[]): Promise<undefined> {
  if (isStack) await protectStack(setup, false);
  for (const table of tables) await protectTable(setup, table, false);
}
