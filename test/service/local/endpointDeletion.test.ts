import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { countItemsOf, loadSubmissions } from '../../support/manySubmissions.ts';
import {
  eventually,
  newEndpoint,
  newSubmission,
  newWorkspace,
  outputs,
  send,
  sharedTable,
  uniqueSlug,
} from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';

/** Too many to be removed before the first count. */
const SUBMISSIONS = IS_LONG ? 3_000 : 1_200;
/** The background removal of thousands of items takes seconds. */
const REMOVAL_TIMEOUT_MS = 60_000;

const gone = (service: Outputs, endpointId: string) =>
  eventually(
    () => countItemsOf(service, endpointId),
    (count) => count === 0,
    REMOVAL_TIMEOUT_MS,
  );

describe('after DELETE /v1/endpoint/{id}', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await newWorkspace());
  });

  test(
    `${SUBMISSIONS} submissions go in the background; other endpoints' stay`,
    async () => {
      const [deleted, kept] = [await newEndpoint(key), await newEndpoint(key)];
      await newSubmission(kept.id);
      await loadSubmissions(outputs(), deleted.id, SUBMISSIONS);
      expect((await send('DELETE', `/v1/endpoint/${deleted.id}`, { key })).status).toBe(200);
      await gone(outputs(), deleted.id);
      expect(await countItemsOf(outputs(), kept.id)).toBe(2);
    },
    2 * REMOVAL_TIMEOUT_MS,
  );

  test('a submission that was being written meanwhile goes too', async () => {
    const { id } = await newEndpoint(key);
    expect((await send('DELETE', `/v1/endpoint/${id}`, { key })).status).toBe(200);
    await gone(outputs(), id);
    const late = submissionKey(id, newId('submission'));
    await sharedTable().put({ ...late, data: '{}', location: 'Unknown' }, {});
    await gone(outputs(), id);
  });

  test('nothing is left of submissions that were posted during the deletion, accepted or not', async () => {
    const { id } = await newEndpoint(key);
    const statuses: number[] = [];
    let deleting = false;
    const sender = async () => {
      for (let afterwards = 0; afterwards < 3; afterwards += deleting ? 1 : 0) {
        statuses.push((await send('POST', `/v1/f/${id}`, { json: { message: 'Hello' } })).status);
      }
    };
    const senders = Promise.all(Array.from({ length: 8 }, sender));
    await eventually(
      async () => statuses.length,
      (count) => count >= 20,
    );
    deleting = true;
    expect((await send('DELETE', `/v1/endpoint/${id}`, { key })).status).toBe(200);
    await senders;
    expect(statuses).toContain(201);
    expect(statuses.filter((status) => ![201, 404].includes(status))).toEqual([]);
    await gone(outputs(), id);
  });
});

describe('a removal that a crash interrupts', () => {
  const data = newDataFolder();
  const clouds: CloudProcess[] = [];
  const start = async () => {
    const cloud = await startCloud(data);
    clouds.push(cloud);
    return cloud;
  };
  afterAll(async () => {
    for (const cloud of clouds) await cloud.end('SIGKILL');
    removeFolder(data);
  });

  test(
    'is brought to its end after the restart',
    async () => {
      const first = await start();
      const { apiUrl: baseUrl, apiKey: key } = first.outputs;
      const created = await send('POST', '/v1/endpoint', {
        baseUrl,
        key,
        json: { slug: uniqueSlug(), targetEmails: [] },
      });
      const { id } = created.json;
      await loadSubmissions(first.outputs, id, SUBMISSIONS);
      const before = await countItemsOf(first.outputs, id);
      expect((await send('DELETE', `/v1/endpoint/${id}`, { baseUrl, key })).status).toBe(200);
      const left = await eventually(
        () => countItemsOf(first.outputs, id),
        (count) => count < before - 1,
        REMOVAL_TIMEOUT_MS,
      );
      await first.end('SIGKILL');
      expect(left).toBeGreaterThan(0);

      const second = await start();
      await gone(second.outputs, id);
    },
    3 * REMOVAL_TIMEOUT_MS,
  );
});
