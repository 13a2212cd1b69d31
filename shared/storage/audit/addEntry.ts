import { isId } from '../../contract/ids.ts';
import { AUDIT_DAYS } from '../../contract/limits.ts';
import type { AuditEntry } from '../../contract/schemas/audit/auditEntry.ts';
import { newId } from '../../runtime/newId.ts';
import { ABSENT } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { submittedAt } from '../table/itemKeys.ts';
import type { Item, TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { auditKey } from './auditKeys.ts';
import type { AUDIT_ATTRIBUTES } from './auditLog.ts';

/** Separate from the log, whose schemas the functions that only add entries do without. */

export type NewEntry = Omit<AuditEntry, 'id' | 'createdAt'>;

export function newEntryItem(workspaceId: string, entry: NewEntry, id = newId('auditEntry')): Item {
  const ttl = Math.floor(submittedAt(id) / 1_000) + AUDIT_DAYS * 86_400;
  const stored = { ...entry, ttl } satisfies WrittenFrom<typeof AUDIT_ATTRIBUTES>;
  return { ...auditKey(workspaceId, id), ...stored };
}

/** Adds an entry, unless there is one with its id. Nothing changes or removes one, apart from its TTL. */
export async function addEntry(
  table: Pick<TableAccess, 'put'>,
  workspaceId: string,
  entry: NewEntry,
  id?: string,
): Promise<void> {
  await ifConditionHolds(table.put(newEntryItem(workspaceId, entry, id), ABSENT));
}

/** Adds the entry about what an operator's command does, and to which thing. */
export const addEntryOfCommand = (
  table: Pick<TableAccess, 'put'>,
  workspaceId: string,
  operation: string,
  object: string,
): Promise<void> =>
  addEntry(table, workspaceId, {
    actor: 'operator',
    operation,
    object,
    ...(isId('endpoint', object) && { endpointId: object }),
  });
