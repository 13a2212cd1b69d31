import { KEY_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { grows, READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';

const givenKey = ({ repositories, workspaceId }: SimulatedCloud) =>
  repositories.keys.create(workspaceId, { name: 'Some key', expiresAt: NEVER }, 'write');

/** Keys have no unique name: each executed attempt created one. */
const creating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const count = async () => Number((await cloud.read('listKeys', {})).json.keys.length);
  return {
    request: { json: { name: 'New key', expiresAt: '1-day' } },
    answers: { undone: 201, done: 201 },
    isDone: grows(count, await count()),
    check: async (answers) => (await Promise.all(answers.map((answer) => unusable(cloud, answer)))).flat(),
  };
};

async function unusable(cloud: SimulatedCloud, { body, headers }: SimulatedResponse): Promise<string[]> {
  const { status, json } = await cloud.read('verifyKey', { json: { key: String(headers?.[KEY_SECRET_HEADER]) } });
  return status === 200 && json.id === JSON.parse(body).id ? [] : ['a new key does not open anything'];
}

const updating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { key } = await givenKey(cloud);
  const isDone = async () => (await cloud.repositories.keys.find(key.id))?.name === 'New name';
  return { request: { params: { id: key.id }, json: { name: 'New name' } }, answers: READ, isDone };
};

const verifying =
  (by: 'id' | 'secret') =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { key, secret } = await givenKey(cloud);
    return { request: { json: { key: by === 'id' ? key.id : secret } }, answers: READ };
  };

const deleting = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { key } = await givenKey(cloud);
  const isDone = async () => (await cloud.repositories.keys.find(key.id)) === undefined;
  return { request: { params: { id: key.id } }, answers: { undone: 200, done: 404 }, isDone };
};

const deletingItself = async (cloud: SimulatedCloud): Promise<Conversation> => ({
  request: { params: { id: cloud.keyId } },
  answers: { undone: 200, done: 401 },
  isDone: async () => (await cloud.repositories.keys.find(cloud.keyId)) === undefined,
});

const listing = async (cloud: SimulatedCloud): Promise<Conversation> => {
  await givenKey(cloud);
  return { request: { query: { page: '2', limit: '1' } }, answers: READ };
};

export const keyScenarios = {
  createKey: [{ name: 'a new one', begin: creating }],
  updateKey: [{ name: 'a new name', begin: updating }],
  verifyKey: [
    { name: 'by its id', begin: verifying('id') },
    { name: 'by its secret', begin: verifying('secret') },
  ],
  deleteKey: [
    { name: 'another one', begin: deleting },
    { name: 'the key that is calling', begin: deletingItself },
  ],
  listKeys: [{ name: 'page 2', begin: listing }],
} satisfies Record<string, Scenario<Conversation>[]>;
