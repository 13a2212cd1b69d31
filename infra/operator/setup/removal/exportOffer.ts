import { findService } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step } from '../step.ts';

/** The last opportunity to keep the data. */
export const exportOffer: Step = {
  name: 'export',
  title: 'Export',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const { stackName, removal } = setup;
    const folder = `export-${stackName}`;
    if (removal.export === 'made') return done(`All data is in ${folder}.`);
    if (removal.export === 'declined') return done('Nothing is exported.');
    if (!(await findService(setup))) return done('There is no data.');
    return {
      state: 'todo',
      found: 'The data is only in this stack.',
      plan: `Write all workspaces with all submissions and files to ${folder}; --skip export skips this.`,
      costs: 'reading the whole table once, about 0.03 dollars for each GB, and 0.09 dollars for each GB of files',
      asks: true,
      act: () => offer(setup, folder),
    };
  },
};

async function offer(setup: Setup, folder: string): Promise<Record<string, string> | undefined> {
  const { stackName, outside, removal } = setup;
  if (!(await outside.questions.confirm(`Export everything to ${folder} first?`, true))) {
    removal.export = 'declined';
    return undefined;
  }
  const workspaces = await outside.exportAll(stackName, folder);
  removal.export = 'made';
  return { exported: workspaces.join(', ') || 'there is no workspace' };
}
