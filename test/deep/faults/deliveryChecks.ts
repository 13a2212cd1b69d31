import type { WebhookEvent } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { CONFIRMATION_ADDRESS } from '../../support/simulator/directClients.ts';
import type { Mail } from '../../support/simulator/services.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL } from './submissionScenarios.ts';

export const submit = (
  cloud: SimulatedCloud,
  endpointId: string,
  { timeMs = cloud.clock.now(), data = {} }: { timeMs?: number; data?: object } = {},
): Promise<string> =>
  cloud.store(endpointId, newId('submission', timeMs), JSON.stringify({ message: PERSONAL, ...data }));

/**
 * A delivery is accepted once, with two exceptions: the function died or its response was lost before the outcome was
 * recorded, or neither table nor queue could be reached to record it, which is logged. Each attempt is on record.
 */
export function doublesIn(cloud: SimulatedCloud): string[] {
  const records = new Map(cloud.records().map((record) => [record.id, record]));
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
