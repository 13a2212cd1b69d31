import type { EndpointUpdate } from '../../../shared/contract/schemas/endpoint.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { World } from './world.ts';

const READ = { undone: 200, done: 200 };

const slugsOf = async (world: World): Promise<string[]> =>
  (await world.read('listEndpoints', {})).json.endpoints.map(({ slug }: { slug: string }) => slug);

/** An update of an endpoint with a slug of its own, while another one has the slug `taken`. */
const updating =
  (changes: EndpointUpdate, status = 200) =>
  async (world: World): Promise<Conversation> => {
    const { id } = await world.newEndpoint({ slug: 'own-slug' });
    await world.newEndpoint({ slug: 'taken-slug' });
    const wanted = JSON.stringify(changes);
    return {
      request: { params: { id }, json: changes },
      answers: { undone: status, done: status },
      ...(status === 200
        ? {
            isDone: async () => {
              const stored = (await world.repositories.endpoints.find(id)) as Record<string, unknown> | undefined;
              return wanted === JSON.stringify(Object.fromEntries(Object.keys(changes).map((k) => [k, stored?.[k]])));
            },
          }
        : {}),
    };
  };

const deleting =
  (submissions: number) =>
  async (world: World): Promise<Conversation> => {
    const { id } = await world.newEndpoint();
    for (let i = 0; i < submissions; i++) await world.repositories.submissions.create(id, { i }, 'Spain');
    const find = () => world.repositories.endpoints.find(id);
    return {
      request: { params: { id } },
      answers: { undone: 200, done: 404 },
      isDone: async () => (await find()) === undefined,
    };
  };

const creating = async (world: World): Promise<Conversation> => ({
  request: { json: { slug: 'new-slug', targetEmails: ['a@example.com'] } },
  answers: { undone: 201, done: 409 },
  isDone: async () => (await slugsOf(world)).includes('new-slug'),
  check: async (answers) => {
    const problems: string[] = [];
    const slugs = (await slugsOf(world)).filter((slug) => slug === 'new-slug');
    if (slugs.length !== 1) problems.push(`the endpoint is there ${slugs.length} times`);
    for (const { body } of answers) {
      const { id } = JSON.parse(body);
      if ((await world.read('retrieveEndpoint', { params: { id } })).status !== 200)
        problems.push(`${id} is not there`);
    }
    return problems;
  },
});

const refusedSlug = async (world: World): Promise<Conversation> => {
  await world.newEndpoint({ slug: 'taken-slug' });
  return { request: { json: { slug: 'taken-slug', targetEmails: [] } }, answers: { undone: 409, done: 409 } };
};

const retrieving = async (world: World): Promise<Conversation> => ({
  request: { params: { id: (await world.newEndpoint()).id } },
  answers: READ,
});

const listing = async (world: World): Promise<Conversation> => {
  for (let i = 0; i < 3; i++) await world.newEndpoint();
  return { request: { query: { page: '2', limit: '2' } }, answers: READ };
};

export const endpointScenarios = {
  createEndpoint: [
    { name: 'a new slug', begin: creating },
    { name: 'a slug that is taken', begin: refusedSlug },
  ],
  retrieveEndpoint: [{ name: 'one that is there', begin: retrieving }],
  updateEndpoint: [
    { name: 'a new name', begin: updating({ name: 'New name' }) },
    { name: 'a new slug', begin: updating({ slug: 'new-slug', isEnabled: false }) },
    { name: 'a slug that is taken', begin: updating({ slug: 'taken-slug' }, 409) },
  ],
  deleteEndpoint: [
    { name: 'without submissions', begin: deleting(0) },
    { name: 'with submissions', begin: deleting(40) },
  ],
  listEndpoints: [{ name: 'page 2', begin: listing }],
} satisfies Record<string, Scenario<Conversation>[]>;
