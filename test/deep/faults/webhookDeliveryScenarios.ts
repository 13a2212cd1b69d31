import { setTimeout } from 'node:timers/promises';
import type { WebhookEvent } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import { readWebhooks, Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { type ServiceCall, ServiceFailure } from '../../support/simulator/calls.ts';
import type { Answered, Outage } from '../../support/simulator/services.ts';
import type { Consumption } from './consumers.ts';
import { type SentEvent, submit, undelivered } from './deliveryChecks.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { RECEIVER, RECIPIENTS } from './submissionScenarios.ts';
import { givenWebhook } from './webhookScenarios.ts';

const EVENTS: WebhookEvent[] = ['submission.created', 'submission.updated', 'submission.deleted'];
const { answer } = RECEIVER;
const OK: Answered = { status: 200, answer };

const isClaim = ({ input }: ServiceCall): boolean => /^SET .*#claim = :claim\b/.test(String(input.UpdateExpression));

/** One submission is created, another is flagged and removed as well; each step is delivered before the next. */
const telling = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud, { events: EVENTS });
  const expected: SentEvent[] = [];
  const expect = (type: WebhookEvent, submissionId: string) => expected.push({ type, submissionId });
  // A record with which the function crashed twice is set aside for the operator.
  const settle = async () => {
    await cloud.settle();
    await cloud.redriveAll();
  };
  return {
    run: async () => {
      const ids = [await submit(cloud, endpoint.id), await submit(cloud, endpoint.id)];
      const [first = ''] = ids;
      for (const id of ids) expect('submission.created', id);
      await settle();
      await cloud.repositories.submissions.update(endpoint, first, { isRead: true });
      expect('submission.updated', first);
      await settle();
      await cloud.repositories.submissions.delete(endpoint.id, first);
      expect('submission.deleted', first);
      await settle();
    },
    check: async () => expected.flatMap((event) => undelivered(cloud, event)),
  };
};

interface Sending {
  endpointId: string;
  count?: number;
  /** Submissions whose delivery is checked, also those that arrive meanwhile. */
  ids?: string[];
  outage?: Outage;
}

const sending = (cloud: SimulatedCloud, { endpointId, count = 1, ids = [], outage }: Sending): Consumption => ({
  run: async () => {
    if (outage) cloud.services.outage = outage;
    for (let i = 0; i < count; i++) ids.push(await submit(cloud, endpointId));
    await cloud.settle();
  },
  check: async () => ids.flatMap((submissionId) => undelivered(cloud, { type: 'submission.created', submissionId })),
});

const FAILURES = 4;
const SLOW_MS = 2_000;

/**
 * A receiver that fails at first. Where it is slow and has several deliveries, one is due again while the invocation is
 * still attempting the next.
 */
const failing =
  (count: number, answerMs: number) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { endpoint } = await givenWebhook(cloud);
    let left = FAILURES;
    cloud.services.receiver = async () => {
      if (answerMs > 0) await setTimeout(answerMs);
      return left-- > 0 ? { status: 500, error: 'status', answer } : OK;
    };
    return sending(cloud, { endpointId: endpoint.id, count });
  };

/**
 * During a call to a slow receiver, more submissions arrive, and an earlier one is replayed: the invocation receives
 * their messages itself.
 */
const tellingMeanwhile = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud);
  const ids: string[] = [];
  cloud.services.receiver = async () => {
    if (ids.length < 3) {
      ids.push(await submit(cloud, endpoint.id));
      await cloud.sources.readMeanwhile('notifySubmission');
    }
    await setTimeout(SLOW_MS);
    return OK;
  };
  return sending(cloud, { endpointId: endpoint.id, ids });
};

const handedOutTwice = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud);
  const left = { claims: 1, posts: 1 };
  const handOutAgain = async (moment: keyof typeof left) => {
    if (left[moment]-- > 0) await cloud.sources.handOutAgain('webhook');
  };
  cloud.services.receiver = async () => {
    await handOutAgain('posts');
    return OK;
  };
  const outage: Outage = async (call) => {
    if (isClaim(call)) await handOutAgain('claims');
  };
  return sending(cloud, { endpointId: endpoint.id, outage });
};

const outOfReach = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud);
  let end = Number.POSITIVE_INFINITY;
  const outage: Outage = (call) => {
    if (end === Number.POSITIVE_INFINITY && isClaim(call)) end = cloud.clock.now() + 60_000;
    if (end < Number.POSITIVE_INFINITY && cloud.clock.now() < end) throw new ServiceFailure(503, 'ServiceUnavailable');
  };
  return sending(cloud, { endpointId: endpoint.id, outage });
};

const deletedMeanwhile =
  (what: 'webhook' | 'endpoint') =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { endpoint, webhook } = await givenWebhook(cloud);
    const { table, items } = cloud.services;
    const { endpoints } = cloud.repositories;
    cloud.services.receiver = async () => {
      const isThere = await endpoints.find(endpoint.id);
      if (what === 'webhook' && cloud.services.posted.length === 1) await new Webhooks(table).delete(webhook);
      if (what === 'endpoint' && isThere) {
        await endpoints.delete(endpoint);
        const ofEndpoint = [...items.state().values()].filter(
          ({ PK, endpointId }) => endpointId === endpoint.id || String(PK).endsWith(endpoint.id),
        );
        await table.deleteAll(ofEndpoint.map(({ PK, SK }) => ({ PK, SK }) as ItemKey));
        // They are not removed again.
        cloud.sources.rewind({ forget: true });
      }
      return { status: 500, error: 'status', answer };
    };
    return {
      run: async () => {
        await submit(cloud, endpoint.id);
        await cloud.settle();
      },
      check: async () => (cloud.services.posted.length > 1 ? ['something was sent to a webhook that is deleted'] : []),
    };
  };

const refusing = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud, { events: EVENTS });
  await cloud.repositories.endpoints.update(endpoint, { targetEmails: RECIPIENTS });
  cloud.services.receiver = () => ({ status: 410, error: 'status', answer });
  return {
    run: async () => {
      await submit(cloud, endpoint.id);
      await submit(cloud, endpoint.id);
      await cloud.settle();
    },
    check: async () => {
      const [webhook] = await readWebhooks(cloud.services.table, endpoint.id);
      const { mails } = cloud.services;
      return [
        ...(webhook?.isEnabled === false && webhook.toldAt
          ? []
          : ['the webhook is not off, or its owner was not notified']),
        ...RECIPIENTS.flatMap((to) => {
          const { length } = mails.filter(({ recipient }) => recipient === to);
          return length === 1 ? [] : [`an address was notified ${length} times`];
        }),
      ];
    },
  };
};

export const webhookDeliveryScenarios: Scenario<Consumption>[] = [
  { name: 'a receiver that takes everything', begin: telling },
  { name: 'a receiver that fails at first', begin: failing(1, 0) },
  { name: 'a slow receiver, while more comes', begin: tellingMeanwhile },
  { name: 'a receiver that fails slowly at first', begin: failing(FAILURES, 3 * SLOW_MS) },
  { name: 'a message that is handed out twice', begin: handedOutTwice },
  { name: 'neither table nor queue for a minute', begin: outOfReach },
  { name: 'a receiver that is gone', begin: refusing },
  { name: 'a webhook that is deleted meanwhile', begin: deletedMeanwhile('webhook') },
  { name: 'an endpoint that is deleted meanwhile', begin: deletedMeanwhile('endpoint') },
];
export const webhookPlanScenarios: Scenario<Consumption>[] = [{ name: 'events for a webhook', begin: telling }];
