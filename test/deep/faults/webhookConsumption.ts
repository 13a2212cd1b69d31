import type { WebhookEvent } from '../../../shared/contract/schemas/webhook.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { readWebhooks } from '../../../shared/storage/webhooks.ts';
import type { PostResult } from '../../../shared/webhooks/post.ts';
import type { Consumption } from './consumers.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS } from './submissionScenarios.ts';
import { givenWebhook } from './webhookScenarios.ts';

const EVENTS: WebhookEvent[] = ['submission.created', 'submission.updated', 'submission.deleted'];
const OK: Omit<PostResult, 'durationMs'> = { status: 200, answer: 'ok' };

interface Told {
  id: string;
  type: string;
  submissionId: string;
}

const toldIn = ({ services }: SimulatedCloud): Told[] =>
  services.posted.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
    return { id: headers['webhook-id'] ?? '', type, submissionId: data.id };
  });

async function submit({ services, clock }: SimulatedCloud, endpointId: string): Promise<string> {
  const id = newId('submission', clock.now());
  const data = JSON.stringify({ message: PERSONAL });
  await services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain' }, {});
  return id;
}

/** One submission is made, another is marked and removed as well; each step is told before the next. */
const telling =
  (receiver: () => (id: string) => Omit<PostResult, 'durationMs'>) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { endpoint } = await givenWebhook(cloud, { events: EVENTS });
    const answer = receiver();
    cloud.services.receiver = ({ headers }) => answer(headers['webhook-id'] ?? '');
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
      check: async () => [...untold(cloud, expected), ...toldTwice(cloud, answer)],
    };
  };

function untold(cloud: SimulatedCloud, expected: Omit<Told, 'id'>[]): string[] {
  const told = toldIn(cloud);
  const lacks = ({ type, submissionId }: Omit<Told, 'id'>) =>
    !told.some((each) => each.type === type && each.submissionId === submissionId);
  return expected.filter(lacks).map(({ type, submissionId }) => `nobody was told of ${type} of ${submissionId}`);
}

/** What arrived arrives again only after a death between the post and its mark. */
function toldTwice({ services, plan }: SimulatedCloud, answer: (id: string) => object): string[] {
  const attempts = new Map<string, number>();
  for (const { headers } of services.posted) {
    const id = headers['webhook-id'] ?? '';
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
  }
  const needed = (answer as { attemptsNeeded?: number }).attemptsNeeded ?? 1;
  const most = needed + (plan.excusesDoubles ? 2 : 0);
  return [...attempts].filter(([, times]) => times > most).map(([id, times]) => `${id} was posted ${times} times`);
}

const willing = () => () => OK;

/** Fails some times with each delivery before it takes it. */
function failingAtFirst(): (id: string) => Omit<PostResult, 'durationMs'> {
  const failures = 4;
  const seen = new Map<string, number>();
  const answer = (id: string) => {
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return times < failures ? { status: 500, error: 'status' as const, answer: 'later' } : OK;
  };
  return Object.assign(answer, { attemptsNeeded: failures + 1 });
}

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
  { name: 'a receiver that takes everything', begin: telling(willing) },
  { name: 'a receiver that fails at first', begin: telling(failingAtFirst) },
  { name: 'a receiver that is gone', begin: refusing },
];
/** The events of which are put into the queue by the stream's reader. */
export const webhookEvents: Scenario<Consumption>[] = [{ name: 'events for a webhook', begin: telling(willing) }];
