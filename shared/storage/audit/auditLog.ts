import * as z from 'zod/mini';
import { AUDIT_DAYS } from '../../contract/limits.ts';
import { AuditEntry, type AuditQuery } from '../../contract/schemas/audit/auditEntry.ts';
import { formatTime } from '../../contract/time.ts';
import { submittedAt } from '../table/itemKeys.ts';
import { type LogPart, readLogPart } from '../table/logParts.ts';
import { readStored } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';
import { auditKey, auditSortKeys } from './auditKeys.ts';

/** An entry as stored, with its id in its key. */
const StoredEntry = z.extend(z.omit(AuditEntry, { id: true, createdAt: true }), { ttl: z.number() });

export const AUDIT_ATTRIBUTES = /* @__PURE__ */ attributeNames(StoredEntry);

export function parseEntry(item: Item): AuditEntry {
  const id = String(item.SK);
  const { ttl: _, ...entry } = readStored(StoredEntry, item);
  return { id, createdAt: formatTime(new Date(submittedAt(id))), ...entry };
}

/** The time from which entries are kept, in milliseconds since 1970. */
export const auditedFromMs = (): number => Date.now() - AUDIT_DAYS * 86_400_000;

interface EntryQuery extends Omit<AuditQuery, 'cursor'> {
  /** Only entries about these endpoints. */
  endpointIds?: readonly string[] | undefined;
  after?: string | undefined;
}

/** Entries of a workspace, newest first, without those that have expired: DynamoDB's TTL takes days. */
export async function listEntries(
  table: Pick<TableAccess, 'query'>,
  workspaceId: string,
  { actor, object, endpointIds, createdAfter = 0, createdBefore, after, limit }: EntryQuery,
): Promise<LogPart<AuditEntry>> {
  const part = await readLogPart(table, {
    keyOf: (id) => auditKey(workspaceId, id),
    parse: parseEntry,
    ids: auditSortKeys(Math.max(createdAfter, auditedFromMs()), createdBefore),
    ...((actor ?? object ?? endpointIds) && {
      wanted: (item: Item) =>
        (actor === undefined || item.actor === actor) &&
        (object === undefined || [item.object, item.endpointId, item.submissionIds].flat().includes(object)) &&
        (endpointIds === undefined || endpointIds.includes(String(item.endpointId))),
    }),
    after,
    limit,
  });
  // The number of others is none of a limited caller's business.
  return endpointIds ? { ...part, examined: part.records.length } : part;
}
