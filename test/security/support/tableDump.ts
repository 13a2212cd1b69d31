import type { Item } from '../../../shared/repositories/table.ts';
import { eventually, sharedTable } from '../../support/service.ts';

/** Every item of the table as JSON by its key, but for when a key was last used: a request that is answered notes that. */
export async function dumpTable(): Promise<Record<string, string>> {
  const items: Item[] = [];
  let startKey: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await sharedTable().scan({
      ExclusiveStartKey: startKey,
      ConsistentRead: true,
    });
    items.push(...Items);
    startKey = LastEvaluatedKey;
  } while (startKey !== undefined);
  return Object.fromEntries(
    items
      .map(({ lastAccess: _moment, ...item }) => [`${item.PK} ${item.SK}`, JSON.stringify(item, sorted)])
      .sort(([a = ''], [b = '']) => a.localeCompare(b)),
  );
}

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;

/** Waits until what was written has had its effects: the stream's readers write, too. */
export async function untilQuiet(): Promise<void> {
  let last = '';
  let times = 0;
  await eventually(
    async () => {
      const now = JSON.stringify(await dumpTable());
      times = now === last ? times + 1 : 0;
      last = now;
      return times;
    },
    (same) => same >= QUIET_POLLS,
    30_000,
  );
}

/** The stream is asked every 100 ms, this 20 times a second. */
const QUIET_POLLS = 12;
