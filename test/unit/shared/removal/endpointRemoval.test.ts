import { beforeEach, expect, test } from '@jest/globals';
import { removeItemsOf } from '../../../../shared/removal/endpointRemoval.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints/storedEndpoint.ts';
import { submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { SimulatedStorage } from '../../../support/simulator/simulatedStorage.ts';

let cloud: SimulatedStorage;
let endpoint: StoredEndpoint;
beforeEach(async () => {
  cloud = new SimulatedStorage();
  endpoint = await cloud.newEndpoint();
  await cloud.newWebhook(endpoint);
  await cloud.submit(endpoint, 3);
});

test('removes an endpoint’s webhooks and submissions, no others, and reports that none are left', async () => {
  const other = await cloud.newEndpoint();
  const [kept = ''] = await cloud.submit(other);
  const { removed, left } = await removeItemsOf(cloud.table, endpoint.id, () => true);
  expect(removed).toBeGreaterThanOrEqual(4);
  expect(left).toBe(false);
  expect(await cloud.table.get(submissionKey(other.id, kept))).toBeDefined();
  expect(await removeItemsOf(cloud.table, endpoint.id, () => true)).toEqual({ removed: 0, left: false });
});

test('stops when its time is up, and reports that some may be left', async () => {
  expect(await removeItemsOf(cloud.table, endpoint.id, () => false)).toEqual({ removed: 0, left: true });
});
