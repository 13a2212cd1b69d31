import { joined, readParts } from '../../../../shared/storage/table/paging.ts';
import { sharedTable } from '../../../support/cloud/service.ts';

/** Every item of the table as JSON by its key, except for usage records and the items of the stream's readers. */
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
