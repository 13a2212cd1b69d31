import { joined, readParts } from '../../../../shared/storage/paging.ts';
import { sharedTable } from '../../../support/service.ts';

/**
 * Every item of the table as JSON by its key, but for what an answered request of any kind notes (when a key was last used,
 * how much was searched), and for what the stream's readers write in their own time.
 */
export async function dumpTable(): Promise<Record<string, string>> {
  const { items } = await joined(
    readParts((continuation) => sharedTable().scan({ ...continuation, ConsistentRead: true })),
  );
  return Object.fromEntries(
    items
      .filter(({ PK, SK }) => !/^(?:INDEX|NOTE)#/.test(String(PK)) && !/^searched#/.test(String(SK)))
      .map(({ lastAccess: _moment, ...item }) => [`${item.PK} ${item.SK}`, JSON.stringify(item, sorted)])
      .sort(([a = ''], [b = '']) => a.localeCompare(b)),
  );
}

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
    : value;
