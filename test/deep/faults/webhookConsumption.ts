import type { WebhookEvent } from '../../../shared/contract/schemas/webhook.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { ItemKey } from '../../../shared/storage/partitions.ts';
import { readWebhooks, Webhooks } from '../../../shared/storage/webhooks.ts';
import type { Answered } from '../../support/simulator/services.ts';
import type { Consumption } from './consumers.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS } from './submissionScenarios.ts';
import { givenWebhook } from './webhookScenarios.ts';

const EVENTS: WebhookEvent[] = ['submission.created', 'submission.updated', 'submission.deleted'];
const OK: Answered = { status: 200, answer: 'ok' };

interface Told {
  id: string;
  type: string;
  submissionId: string;
}

/** What a receiver took, in order. */
type Taken = Told[];

/** Has a receiver of webhooks keep what it takes. */
function givenReceiver(cloud: SimulatedCloud, answer: (id: string) => Answered): Taken {
  const taken: Taken = [];
  cloud.services.receiver = ({ headers, body }) => {
    const id = headers['webhook-id'] ?? '';
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    const answered = answer(id);
    if (answered.error === undefined) taken.push({ id, type, submissionId: data.id });
    return answered;
  };
  return taken;
}

async function submit({ services, clock }: SimulatedCloud, endpointId: string): Promise<string> {
  const id = newId('submission', clock.now());
  const data = JSON.stringify({ message: PERSONAL });
  await services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain' }, {});
  return id;
}

/** One submission is made, another is marked and removed as well; each step is told before the next. */
const telling = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud, { events: EVENTS });
  const taken = givenReceiver(cloud, () => OK);
  const expected: Omit<Told, 'id'>[] = [];
  const expect = (type: string, submissionId: string) => expected.push({ type, submissionId });
  return {
    run: async () => {
      const ids = [await submit(cloud, endpoint.id), await submit(cloud, endpoint.id)];
      const [first = ''] = ids;
      for (const id of ids) expect('submission.created', id);
      await cloud.settle();
      await cloud.repositories.submissions.update(endpoint, first, { isRead: true });
      expect('submission.updated', first);
      await cloud.settle();
      await cloud.repositories.submissions.delete(endpoint.id, first);
      expect('submission.deleted', first);
      await cloud.settle();
    },
    check: async () => expected.flatMap((event) => wronglyTold(cloud, taken, event)),
  };
};

/** An event arrives, again only after a death between the post and its mark, and then by the same id. */
function wronglyTold({ services }: SimulatedCloud, taken: Taken, { type, submissionId }: Omit<Told, 'id'>): string[] {
  const ids = taken.filter((told) => told.type === type && told.submissionId === submissionId).map(({ id }) => id);
  const cutOff = services.cutOff.filter((id) => ids.includes(id)).length;
  return [
    ...(ids.length === 0 ? [`nobody was told of ${type} of ${submissionId}`] : []),
    ...(ids.length > 1 + cutOff ? [`${type} was told ${ids.length} times`] : []),
    ...(new Set(ids).size > 1 ? [`${type} was told by several ids`] : []),
  ];
}

/** Waits of both kinds: in the queue, and in the table. */
const FAILURES = 4;

/** Fails some times before it takes an event. */
const failingAtFirst = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud);
  let left = FAILURES;
  const taken = givenReceiver(cloud, () => (left-- > 0 ? { status: 500, error: 'status', answer: 'later' } : OK));
  let submissionId = '';
  return {
    run: async () => {
      submissionId = await submit(cloud, endpoint.id);
      await cloud.settle();
    },
    check: async () => wronglyTold(cloud, taken, { type: 'submission.created', submissionId }),
  };
};

/** While it is posted, somebody deletes what it is of, whose items are all gone before the attempt ends. */
const deletedMeanwhile =
  (what: 'webhook' | 'endpoint') =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { endpoint, webhook } = await givenWebhook(cloud);
    const { table, items } = cloud.services;
    const { endpoints } = cloud.repositories;
    cloud.services.receiver = async () => {
      const isThere = await endpoints.find(endpoint.id);
      if (what === 'webhook' && cloud.services.posted.length === 1)
        await new Webhooks(table, endpoints).delete(webhook);
      if (what === 'endpoint' && isThere) {
        await endpoints.delete(endpoint);
        const ofEndpoint = [...items.state().values()].filter(({ PK }) => String(PK).endsWith(endpoint.id));
        await table.deleteAll(ofEndpoint.map(({ PK, SK }) => ({ PK, SK }) as ItemKey));
        // They are not removed once more.
        cloud.sources.rewind({ forget: true });
      }
      return { status: 500, error: 'status', answer: 'gone' };
    };
    return {
      run: async () => {
        await submit(cloud, endpoint.id);
        await cloud.settle();
      },
      check: async () => (cloud.services.posted.length > 1 ? ['something was sent to a webhook that is deleted'] : []),
    };
  };

/** The receiver wants nothing any more: people are told so, each once. */
const refusing = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { endpoint } = await givenWebhook(cloud, { events: EVENTS });
  await cloud.repositories.endpoints.update(endpoint, { targetEmails: RECIPIENTS });
  cloud.services.receiver = () => ({ status: 410, error: 'status', answer: 'gone' });
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
        ...(webhook?.isEnabled === false && webhook.toldAt ? [] : ['the webhook is not off, or nobody was told']),
        ...RECIPIENTS.flatMap((to) => {
          const { length } = mails.filter(({ recipient }) => recipient === to);
          return length === 1 ? [] : [`an address was told ${length} times`];
        }),
      ];
    },
  };
};

export const webhookConsumption: Scenario<Consumption>[] = [
  { name: 'a receiver that takes everything', begin: telling },
  { name: 'a receiver that fails at first', begin: failingAtFirst },
  { name: 'a receiver that is gone', begin: refusing },
  { name: 'a webhook that is deleted meanwhile', begin: deletedMeanwhile('webhook') },
  { name: 'an endpoint that is deleted meanwhile', begin: deletedMeanwhile('endpoint') },
];
/** The events of which are put into the queue by the stream's reader. */
export const webhookEvents: Scenario<Consumption>[] = [{ name: 'events for a webhook', begin: telling }];
