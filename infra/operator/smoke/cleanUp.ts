import type { SmokeRun } from './smokeRun.ts';

/** Something in a list that a run may have made. */
interface Listed {
  id: string;
  slug?: string;
  name: string;
}

/**
 * Deletes what has this run's marker, found in the lists: so it also finds what was made by a request whose answer
 * was lost.
 * @returns what it had to delete
 * @throws Error when something could not be listed or deleted
 */
export async function cleanUp(smokeRun: SmokeRun): Promise<string | undefined> {
  const endpoints = await leftIn(smokeRun, 'listEndpoints', 'endpoints');
  const keys = await leftIn(smokeRun, 'listKeys', 'keys');
  for (const { id } of endpoints) await smokeRun.succeed('deleteEndpoint', { id });
  for (const { id } of keys) await smokeRun.succeed('deleteKey', { id });
  const ids = [...endpoints, ...keys].map(({ id }) => id);
  return ids.length === 0 ? undefined : `deleted ${ids.join(', ')}`;
}

async function leftIn(smokeRun: SmokeRun, operation: 'listEndpoints' | 'listKeys', field: 'endpoints' | 'keys') {
  const left: Listed[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const { json } = await smokeRun.succeed(operation, {}, { query: `?page=${page}` });
    const list = json as { _metadata: { totalPages: number } } & Record<string, Listed[]>;
    totalPages = list._metadata.totalPages;
    left.push(...(list[field] ?? []).filter(({ slug = '', name }) => `${slug} ${name}`.includes(smokeRun.marker)));
  }
  return left;
}
