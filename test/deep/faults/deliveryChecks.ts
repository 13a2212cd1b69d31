import { redriveChanges } from '../../../infra/operator/notifications/redriveChanges.ts';
import type { WebhookEvent } from '../../../shared/contract/schemas/webhook.ts';
import { redrive } from '../../../shared/deliveries/channels/mail/redrive.ts';
import { DeliveryQueues } from '../../../shared/deliveries/deliveryQueues.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { digestKey } from '../../../shared/storage/deliveryKeys.ts';
import { type DeliveryRecord, parseDelivery } from '../../../shared/storage/deliveryRecord.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
import { DueMessages } from '../../../shared/storage/dueMessages.ts';
import { failedDeliveries } from '../../../shared/storage/failedDeliveries.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { CHANNEL_PREFIX, CHANNELS } from '../../../shared/storage/partitions.ts';
import { CONFIRMATION_ADDRESS } from '../../support/simulator/directClients.ts';
import { failedRecordsOf } from '../../support/simulator/eventSources.ts';
import type { Mail } from '../../support/simulator/services.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL } from './submissionScenarios.ts';

export async function submit(
  { services, clock }: SimulatedCloud,
  endpointId: string,
  { timeMs = clock.now(), data: fields = {} }: { timeMs?: number; data?: object } = {},
): Promise<string> {
  const id = newId('submission', timeMs);
  const data = JSON.stringify({ message: PERSONAL, ...fields });
  await services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain', hasTargets: true }, {});
  return id;
}

const DIGEST_SORT_PREFIX = digestKey('', '').SK;

/** The records of all deliveries. Those without an endpoint are leftovers. */
export const deliveriesIn = ({ services }: SimulatedCloud): DeliveryRecord[] =>
  [...services.items.state().values()].flatMap((item) => {
    const channel = CHANNELS.find((name) => String(item.PK).startsWith(CHANNEL_PREFIX[name]));
    const isDelivery = !String(item.SK).startsWith(DIGEST_SORT_PREFIX) && item.endpointId !== undefined;
    return channel && isDelivery ? [parseDelivery(channel, item)] : [];
  });

/**
 * A delivery is accepted once, with two exceptions: the function died or its response was lost before the outcome was
 * recorded, or neither table nor queue could be reached to record it, which is logged. Each attempt is on record.
 */
export function doublesIn(cloud: SimulatedCloud): string[] {
  const records = new Map(deliveriesIn(cloud).map((record) => [record.id, record]));
  const { accepted } = cloud.services;
  return [...new Set(accepted)].flatMap((id) => {
    const times = accepted.filter((other) => other === id).length;
    const { attempts = [], about = '' } = records.get(id) ?? {};
    const recorded = attempts.filter(({ durationMs, error }) => durationMs !== undefined && error === undefined).length;
    const isExcused = cloud.plan.excusesDoubles || cloud.unrecorded.has(about);
    const timesMax = isExcused ? Math.max(1, 1 + times - recorded) : 1;
    return [
      ...(times > timesMax ? [`${id} was accepted ${times} times`] : []),
      ...(records.has(id) && times > attempts.length
        ? [`${id} was accepted in ${attempts.length} attempts on record`]
        : []),
    ];
  });
}

export const confirmationsIn = ({ services }: SimulatedCloud): Mail[] =>
  services.mails.filter(({ sender }) => sender === CONFIRMATION_ADDRESS);

export function confirmedTwice(cloud: SimulatedCloud): string[] {
  const confirmed = confirmationsIn(cloud).map(({ about }) => about);
  const twice = confirmed.filter((about, place) => confirmed.indexOf(about) !== place);
  return twice.map((about) => `${about} was confirmed more than once`);
}

export interface SentEvent {
  type: WebhookEvent;
  submissionId: string;
}

export function undelivered({ services }: SimulatedCloud, { type, submissionId }: SentEvent): string[] {
  const bodies = services.posted.map(({ headers, body }) => ({ id: headers['webhook-id'] ?? '', ...JSON.parse(body) }));
  const ids = bodies.filter((body) => body.type === type && body.data.id === submissionId).map(({ id }) => id);
  return [
    ...(ids.some((id) => services.accepted.includes(id)) ? [] : [`not delivered: ${type} of ${submissionId}`]),
    ...(new Set(ids).size > 1 ? [`${type} has several ids`] : []),
  ];
}

const MINUTE_MS = 60_000;
const REDRIVES_MAX = 20;

export async function redriveAll(cloud: SimulatedCloud): Promise<void> {
  const { services, sources, repositories, clock } = cloud;
  const table = services.table;
  const queues = new DeliveryQueues({ lanes: {}, due: new DueMessages(table), now: clock.now });
  const dependencies = {
    endpoints: repositories.endpoints,
    records: new DeliveryRecords(table, clock.now),
    table,
    queues,
  };
  for (let redriven = 1, times = 0; redriven > 0 && times < REDRIVES_MAX; times++) {
    const records = [...services.putAside.splice(0), ...sources.failedRecords.notifySubmission.splice(0)];
    redriven = records.length;
    if (redriven > 0) await redriveChanges({ table, fileBucket: {} as never, failedRecords: failedRecordsOf(records) });
    for await (const failed of failedDeliveries(table)) {
      redriven++;
      await redrive(failed, dependencies);
    }
    await cloud.settle();
    clock.advance(MINUTE_MS);
  }
}
