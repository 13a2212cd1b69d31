import { expect, test } from '@jest/globals';
import { hopsHeader } from '../../../../shared/contract/headers.ts';
import { HOPS_MAX } from '../../../../shared/contract/limits.ts';
import { formatTime } from '../../../../shared/contract/time.ts';
import { hopsOf } from '../../../../shared/receiving/hops.ts';
import { webhookDeliveryKey } from '../../../../shared/storage/deliveries/deliveryKeys.ts';
import { UNKNOWN } from '../../../support/cloud/rightRequests.ts';

const { webhookId } = UNKNOWN;
const ID = `msg_${'0'.repeat(30)}`;
const HEADER = hopsHeader(1, webhookId, ID);

const ago = (minutes: number) => ({ at: formatTime(new Date(Date.now() - minutes * 60_000)) });

/** How many hops the header has while this is the record of its delivery. */
function hopsWith(record: object | undefined, header: string | undefined = HEADER) {
  const keys: unknown[] = [];
  const get = async (key: unknown) => {
    keys.push(key);
    return record as Record<string, unknown>;
  };
  return hopsOf(header, { get }).then((hops) => ({ hops, keys }));
}

test.each<[string, object | undefined, number]>([
  ['under way', { hops: 0, attempts: [], leaseUntil: Date.now() + 60_000 }, 1],
  ['of the last hop, under way', { hops: 1, attempts: [], leaseUntil: Date.now() + 60_000 }, HOPS_MAX],
  ['of more hops than there are', { hops: 7, attempts: [], leaseUntil: Date.now() + 60_000 }, HOPS_MAX],
  ['that ended 14 minutes ago', { hops: 1, attempts: [ago(90), ago(14)] }, 2],
  ['that ended 16 minutes ago', { hops: 1, attempts: [ago(90), ago(16)] }, 0],
  ['whose function died', { hops: 1, attempts: [], leaseUntil: Date.now() - 1 }, 0],
  ['that has not started', { hops: 1, attempts: [] }, 0],
  ['that there is not', undefined, 0],
  ['that cannot be read', { hops: 'many' }, 0],
])('a delivery %s', async (_what, record, hops) => {
  expect(await hopsWith(record)).toEqual({ hops, keys: [webhookDeliveryKey(webhookId, ID)] });
});

test.each([
  '',
  '0',
  '1',
  '2',
  '9'.repeat(4_000),
  '-1',
  'many',
  '2; ',
  `2; ${webhookId}`,
  `${webhookId}/${ID}`,
  `2; ${webhookId}/msg_1`,
  `2; whk_1/${ID}`,
  `22; ${webhookId}/${ID}`,
  `${HEADER}, ${HEADER}`,
  `${HEADER}\n`,
])('ignores the forged header %.80j, without a read', async (header) => {
  const record = { hops: 1, attempts: [], leaseUntil: Date.now() + 60_000 };
  expect(await hopsWith(record, header)).toEqual({ hops: 0, keys: [] });
});
