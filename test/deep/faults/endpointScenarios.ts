import type { EndpointUpdate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';

const slugsOf = async (cloud: SimulatedCloud): Promise<string[]> =>
  (await cloud.read('listEndpoints', {})).json.endpoints.map(({ slug }: { slug: string }) => slug);

const updating =
  (changes: EndpointUpdate, status = 200) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { id } = await cloud.newEndpoint({ slug: 'own-slug' });
    await cloud.newEndpoint({ slug: 'taken-slug' });
    const wanted = JSON.stringify(changes);
    return {
      request: { params: { id }, json: changes },
      answers: { undone: status, done: status },
      ...(status === 200
        ? {
            isDone: async () => {
              const stored = (await cloud.repositories.endpoints.find(id)) as Record<string, unknown> | undefined;
              return wanted === JSON.stringify(Object.fromEntries(Object.keys(changes).map((k) => [k, stored?.[k]])));
            },
          }
        : {}),
    };
  };

const deleting =
  (submissions: number) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { id } = await cloud.newEndpoint();
    for (let i = 0; i < submissions; i++)
      await cloud.repositories.submissions.create(id, { data: { i }, location: 'Spain' });
    const find = () => cloud.repositories.endpoints.find(id);
    return {
      request: { params: { id } },
      answers: { undone: 200, done: 404 },
      isDone: async () => (await find()) === undefined,
    };
  };

const creating = async (cloud: SimulatedCloud): Promise<Conversation> => ({
  request: { json: { slug: 'new-slug', targetEmails: ['a@example.com'] } },
  answers: { undone: 201, done: 409 },
  isDone: async () => (await slugsOf(cloud)).includes('new-slug'),
  check: async (answers) => {
    const problems: string[] = [];
    const slugs = (await slugsOf(cloud)).filter((slug) => slug === 'new-slug');
    if (slugs.length !== 1) problems.push(`the endpoint is there ${slugs.length} times`);
    for (const { body } of answers) {
      const { id } = JSON.parse(body);
      if ((await cloud.read('retrieveEndpoint', { params: { id } })).status !== 200)
        problems.push(`${id} is not there`);
    }
    return problems;
  },
});

const refusedSlug = async (cloud: SimulatedCloud): Promise<Conversation> => {
  await cloud.newEndpoint({ slug: 'taken-slug' });
  return { request: { json: { slug: 'taken-slug', targetEmails: [] } }, answers: { undone: 409, done: 409 } };
};

const listing = async (cloud: SimulatedCloud): Promise<Conversation> => {
  for (let i = 0; i < 3; i++) await cloud.newEndpoint();
  return { request: { query: { page: '2', limit: '2' } }, answers: READ };
};

export const endpointScenarios = {
  createEndpoint: [
    { name: 'a new slug', begin: creating },
    { name: 'a slug that is taken', begin: refusedSlug },
  ],
  updateEndpoint: [
    { name: 'a new name', begin: updating({ name: 'New name' }) },
    { name: 'a new slug', begin: updating({ slug: 'new-slug', isEnabled: false }) },
    { name: 'a shorter time to keep', begin: updating({ keepDays: 1, keepSpamDays: 1 }) },
    { name: 'a slug that is taken', begin: updating({ slug: 'taken-slug' }, 409) },
  ],
  deleteEndpoint: [
    { name: 'without submissions', begin: deleting(0) },
    { name: 'with submissions', begin: deleting(40) },
  ],
  listEndpoints: [{ name: 'page 2', begin: listing }],
  listStatistics: [{ name: 'page 2', begin: listing }],
} satisfies Record<string, Scenario<Conversation>[]>;
