import { expect, test } from '@jest/globals';
import { type IndexChange, indexChanges } from '../../../../shared/pageIndex/indexChanges.ts';
import type { StatisticsUpdater } from '../../../../shared/pageIndex/statisticsUpdater.ts';
import type { ChangedSubmissions, IndexUpdater } from '../../../../shared/pageIndex/updater.ts';
import { newId } from '../../../../shared/runtime/newId.ts';

const endpointId = newId('endpoint');
const change = (kind: IndexChange['kind'], submissionId = newId('submission')) =>
  ({ kind, endpointId, submissionId }) as IndexChange & { submissionId: string };

/** The updated endpoints, and how often a removal is started. */
async function indexed(changes: readonly IndexChange[], exists = true) {
  const updated: ChangedSubmissions[] = [];
  let removals = 0;
  await indexChanges(endpointId, changes, {
    endpointExists: async () => exists,
    updater: {
      readHead: async () => undefined,
      update: async (_id: string, _head: unknown, found: ChangedSubmissions) => void updated.push(found),
    } as unknown as IndexUpdater,
    statistics: { read: async () => undefined, update: async () => undefined } as unknown as StatisticsUpdater,
    startRemoval: async () => void removals++,
  });
  return { updated, removals };
}

test('tells new, removed and flagged submissions apart', async () => {
  const [created, removed, changed, released] = [
    change('submissionCreated'),
    change('submissionRemoved'),
    change('submissionChanged'),
    change('submissionReleased'),
  ];
  const { updated, removals } = await indexed([created, removed, changed, released, change('endpointCreated')]);
  expect(updated).toEqual([
    {
      inserted: [{ id: created.submissionId }],
      removed: [removed.submissionId],
      flagged: [changed.submissionId, released.submissionId],
    },
  ]);
  expect(removals).toBe(0);
});

test('ignores the creation of an endpoint deleted since', async () => {
  expect(await indexed([change('endpointCreated')], false)).toEqual({ updated: [], removals: 0 });
});

test.each([
  ['is deleted', [change('endpointRemoved')]],
  ['is gone when a submission arrives', [change('submissionCreated')]],
  ['is deleted together with a new submission', [change('endpointRemoved'), change('submissionCreated')]],
])('starts one removal when the endpoint %s', async (_what, changes) => {
  expect(await indexed(changes, false)).toEqual({ updated: [], removals: 1 });
});
