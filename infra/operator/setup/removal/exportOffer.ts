import { join } from 'node:path';
import { type DataResources, existingData } from '../dataResources.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step, StepBlocked } from '../step.ts';

/** The last opportunity to keep the data. An export counts only for its removal, made after the form route was closed. */
export const exportOffer: Step = {
  name: 'export',
  title: 'Export',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const { removal, stackName } = setup;
    if (removal.export === 'declined') return done('Nothing is exported.');
    if (removal.export) return done(removal.export);
    const { stores } = await existingData(setup);
    if (stores.length === 0) return done('There is no data.');
    if (stores.some(({ fileBucket }) => fileBucket === undefined)) {
      return blocked('The bucket of the submitted files is missing.', 'Restore it, or pass --skip export.');
    }
    const { exportFolder } = await setup.remembered();
    const folder =
      exportFolder ?? `export-${stackName}-${new Date().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')}`;
    return {
      state: 'todo',
      found: `The data is only in ${stores.map(({ tableName }) => tableName).join(', ')}.`,
      plan: `Write all workspaces with all submissions and files to a folder export-${stackName}-TIME; --skip export skips this.`,
      costs: 'reading the whole table twice, about 0.06 dollars for each GB, and 0.09 dollars for each GB of files',
      asks: true,
      act: () => offer(setup, stores, folder),
    };
  },
};

async function offer(setup: Setup, stores: DataResources['stores'], folder: string): Promise<undefined> {
  const { outside, removal } = setup;
  if (!(await outside.questions.confirm(`Export everything to ${folder} first?`, true))) {
    removal.export = 'declined';
    return;
  }
  await setup.remember({ exportFolder: folder });
  const reports: string[] = [];
  for (const { tableName, fileBucket } of stores) {
    const target = join(folder, tableName);
    const source = { tableName, fileBucket: String(fileBucket), folder: target };
    const { workspaces, exported, stored, missing, orphans } = await outside.exportAll(source);
    if (missing > 0) {
      await setup.remember({ exportFolder: undefined });
      throw new StepBlocked(
        `The table has ${stored} submissions, ${missing} of which are not in ${target}.`,
        'Nothing was removed. Run the same command again: it makes a new export.',
      );
    }
    const others = orphans > 0 ? ` Another ${orphans} are of deleted endpoints.` : '';
    reports.push(
      `${target} has ${exported} submissions of ${workspaces.length} workspaces; the table has ${stored}.${others}`,
    );
  }
  removal.export = reports.join(' ');
}
