import type { ExampleClient } from './exampleClient.ts';

interface Listed {
  id: string;
  slug?: string;
  name: string;
}

/**
 * Deletes everything with this run's marker, found by listing: this includes results of requests whose response was
 * lost.
 * @returns a note with the number of deleted items
 * @throws Error when something could not be listed or deleted
 */
export async function cleanUp(examples: ExampleClient): Promise<string | undefined> {
  const endpoints = await leftIn(examples, 'listEndpoints', 'endpoints');
  const keys = await leftIn(examples, 'listKeys', 'keys');
  const members = await membersIn(examples);
  for (const { id } of members) await examples.demandDone('deleteMember', { id });
  for (const { id } of endpoints) await examples.demandDone('deleteEndpoint', { id });
  for (const { id } of keys) await examples.demandDone('deleteKey', { id });
  const ids = [...endpoints, ...keys, ...members].map(({ id }) => id);
  return ids.length === 0 ? undefined : `deleted ${ids.join(', ')}`;
}

async function membersIn(examples: ExampleClient) {
  const { body } = await examples.succeed('listMembers');
  return (body.members as { id: string; address: string }[]).filter(({ address }) => address.includes(examples.marker));
}

async function leftIn(examples: ExampleClient, operation: 'listEndpoints' | 'listKeys', field: 'endpoints' | 'keys') {
  const left: Listed[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const { body } = await examples.succeed(operation, { query: `?page=${page}` });
    const list = body as { _metadata: { totalPages: number } } & Record<string, Listed[]>;
    totalPages = list._metadata.totalPages;
    left.push(...(list[field] ?? []).filter(({ slug = '', name }) => `${slug} ${name}`.includes(examples.marker)));
  }
  return left;
}
