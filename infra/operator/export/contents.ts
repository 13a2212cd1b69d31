import { decodeTime } from 'ulid';
import { isId } from '../../../shared/contract/ids.ts';
import { ITEMS_PER_PAGE_MAX } from '../../../shared/contract/limits.ts';
import { AuditEntry } from '../../../shared/contract/schemas/audit/auditEntry.ts';
import { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { Key } from '../../../shared/contract/schemas/keys/key.ts';
import { Member } from '../../../shared/contract/schemas/members/member.ts';
import { SubmissionMetadata } from '../../../shared/contract/schemas/submissions/submission.ts';
import { Webhook } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { entryOf } from '../../../shared/pageIndex/flagCounts.ts';
import { isKept } from '../../../shared/pageIndex/keptParts.ts';
import { auditKey, auditSortKeys } from '../../../shared/storage/audit/auditKeys.ts';
import { auditedFromMs, parseEntry } from '../../../shared/storage/audit/auditLog.ts';
import { keptFrom, keptFromMs, readKeeping, removedSince } from '../../../shared/storage/endpoints/keeping.ts';
import { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import { memberItems } from '../../../shared/storage/members/members.ts';
import { parseMember, shownMember } from '../../../shared/storage/members/storedMember.ts';
import { parseSubmission } from '../../../shared/storage/submissions/storedSubmission.ts';
import { between, inPartition } from '../../../shared/storage/table/expressions.ts';
import { isUnreadable } from '../../../shared/storage/table/failures.ts';
import {
  endpointKey,
  pendingKey,
  pendingSortKeys,
  submissionIdOf,
  submissionKeyOfPending,
  submissionSortKeysSince,
  workspaceKey,
} from '../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import { readStored, shownUnknown } from '../../../shared/storage/table/stored.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';
import { parseWebhook, shownWebhook } from '../../../shared/storage/webhooks/storedWebhook.ts';
import { webhookIdOf } from '../../../shared/storage/webhooks/webhookKeys.ts';
import { queryWebhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { parseErasure, personErasureItems } from '../../../shared/storage/workspaces/personErasures.ts';
import { parseKey } from '../../../shared/storage/workspaces/storedKey.ts';
import {
  getInOrder,
  WORKSPACE_LISTS,
  type WorkspaceListName,
} from '../../../shared/storage/workspaces/workspaceLists.ts';
import { StoredWorkspace } from '../../../shared/storage/workspaces/workspaces.ts';

/** An exported item: its operation's response with `createdAt`. */
export type ExportedItem = Record<string, unknown>;

const WEBHOOK_FIELDS = [
  'id',
  'createdAt',
  'workspaceId',
  'endpointId',
  'url',
  'events',
  'includeSpam',
  'isEnabled',
  'format',
  'template',
  'headerNames',
  'failingSince',
  'disabledReason',
  'disabledAt',
];
const SUBMISSION_FIELDS = [
  'id',
  'endpointId',
  'createdAt',
  'location',
  'isSpam',
  'spamReason',
  'isRead',
  'confirmedAt',
  'charset',
];

/** Names of exported fields: some first, then the others of the API's schema. */
const fieldsOf = (first: readonly string[], { shape }: { shape: object }): readonly string[] => [
  ...new Set([...first, ...Object.keys(shape)]),
];

/** In the order of an export's columns. */
export const FIELDS = {
  workspace: fieldsOf(['id', 'createdAt', 'name', 'endpointDefaults', 'unknownSettings'], StoredWorkspace),
  endpoints: fieldsOf(['id', 'createdAt'], Endpoint),
  keys: fieldsOf(['id', 'createdAt', 'workspaceId', 'name', 'permission'], Key),
  members: fieldsOf(['id', 'createdAt'], Member),
  webhooks: fieldsOf(WEBHOOK_FIELDS, Webhook),
  audit: fieldsOf([], AuditEntry),
  submission: fieldsOf(SUBMISSION_FIELDS, SubmissionMetadata),
};

const only = (names: readonly string[], record: ExportedItem): ExportedItem =>
  Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));

/** Submissions per read: at most 25 MB. */
const SUBMISSIONS_PER_PAGE = 500;

/** A workspace's endpoints, oldest first. One without `redirectUrl` redirects to the site's thank-you page. */
export const endpointsOf = (table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> =>
  listed(table, 'endpoints', workspaceId, (item) => {
    const { id, captchaSecret, goneBefore, ...endpoint } = readStored(StoredEndpoint, item);
    return { id, createdAt: createdAt(id), ...endpoint, ...shownUnknown(endpoint, Endpoint) };
  });

/** A workspace's keys, oldest first, without secrets. */
export const keysOf = (table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> =>
  listed(table, 'keys', workspaceId, (item) => {
    const { narrowing, ...key } = parseKey(item);
    return only(FIELDS.keys, { ...key, ...narrowing });
  });

/** Webhooks of a workspace's endpoints, without their secrets, which are separate items. */
export async function* webhooksOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  for await (const endpoints of endpointsOf(table, workspaceId)) {
    for (const { id } of endpoints) {
      const items = await queryWebhooks(table, String(id));
      yield items.map((item) =>
        orUnreadable(webhookIdOf(item as ItemKey), item, () => shownWebhook(parseWebhook(item))),
      );
    }
  }
}

/** Submissions of a workspace's endpoints that their senders have not confirmed, without their files. */
export async function* pendingOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  for await (const endpoints of endpointsOf(table, workspaceId)) {
    for (const { id } of endpoints) {
      const endpointId = String(id);
      const now = Date.now();
      const keys = pendingSortKeys(now, keptFromMs(await readKeeping(table, endpointId), now));
      const query = { ...between(pendingKey(endpointId, '').PK, keys), Limit: SUBMISSIONS_PER_PAGE };
      for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation })))
        yield items.map(({ PK, SK, ttl: _, ...item }) => {
          const key = submissionKeyOfPending({ PK: String(PK), SK: String(SK) });
          const { isSpam, isRead, ...exported } = exportedSubmission(endpointId, { ...item, ...key });
          return exported;
        });
    }
  }
}

async function* listed(
  table: Table,
  list: WorkspaceListName,
  workspaceId: string,
  exported: (item: Item) => ExportedItem,
): AsyncGenerator<ExportedItem[]> {
  const { sortPrefix, itemKeyOf } = WORKSPACE_LISTS[list];
  const query = { ...inPartition(workspaceKey(workspaceId).PK, sortPrefix), Limit: ITEMS_PER_PAGE_MAX };
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
    const keys = items.map(({ SK }) => itemKeyOf(String(SK)));
    const idOf = ({ PK }: Item) => String(PK).replace(/^.*?#/s, '');
    yield (await getInOrder(table, keys)).map((item) => orUnreadable(idOf(item), item, () => exported(item)));
  }
}

/** The number of submissions of a workspace's endpoints that were removed by age, by day. */
export async function* removalsOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  for await (const endpoints of endpointsOf(table, workspaceId)) {
    for (const { id } of endpoints) {
      const removed = await removedSince(table, String(id), '');
      yield [...removed].map(([date, submissions]) => ({ endpointId: id, date, submissions }));
    }
  }
}

/** A workspace's erasures of people. */
export async function* erasuresOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  yield (await personErasureItems(table, workspaceId)).map((item) =>
    orUnreadable(String(item.SK), item, () => {
      const { key: _key, through: _through, ...record } = parseErasure(item);
      return record;
    }),
  );
}

/** A workspace's members, oldest first. */
export async function* membersOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  yield (await memberItems(table, workspaceId)).map((item) =>
    orUnreadable(String(item.id), item, () => only(FIELDS.members, { ...shownMember(parseMember(item)) })),
  );
}

/** A workspace's audit log, oldest first, without entries that have expired. */
export async function* auditOf(table: Table, workspaceId: string): AsyncGenerator<ExportedItem[]> {
  const query = between(auditKey(workspaceId, '').PK, auditSortKeys(auditedFromMs()));
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation })))
    yield items.map((item) => orUnreadable(String(item.SK), item, () => parseEntry(item)));
}

/** Pages of an endpoint's submissions, oldest first, without those that are due. */
export async function* submissionsOf(table: Table, endpointId: string): AsyncGenerator<Item[]> {
  const kept = keptFrom(await readKeeping(table, endpointId), Date.now());
  const keys = submissionSortKeysSince(kept.from, '');
  const query = { ...between(endpointKey(endpointId).PK, keys), Limit: SUBMISSIONS_PER_PAGE };
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
    const submissions = items.filter((item) => isKept(kept, entryOf(item)));
    if (submissions.length > 0) yield submissions;
  }
}

export function exportedSubmission(endpointId: string, item: Item): ExportedItem {
  const id = submissionIdOf({ SK: String(item.SK) });
  const known = { id, endpointId, createdAt: createdAt(id) };
  const names = [...FIELDS.submission, 'data', 'fieldOrder'];
  return { ...known, ...orUnreadable(id, item, () => only(names, parseSubmission(item))) };
}

/** An item that cannot be read is exported as stored, without secrets, wherever they are, with bytes as base64. */
function orUnreadable(id: string, item: Item, exported: () => ExportedItem): ExportedItem {
  try {
    return exported();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { id, unreadable: withoutSecrets(item) };
  }
}

const NOT_EXPORTED = /^(?:PK|SK|notedUntil)$|secret/i;

function withoutSecrets(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => !NOT_EXPORTED.test(name));
  return Object.fromEntries(shown.map(([name, each]) => [name, withoutSecrets(each)]));
}

export const filesOf = ({ files = [] }: ExportedItem): readonly SubmittedFile[] => files as SubmittedFile[];

/** The creation time in an id; undefined for an id that this service did not generate. */
const createdAt = (id: string): string | undefined =>
  isId('endpoint', id) || isId('submission', id)
    ? formatTime(new Date(decodeTime(id.slice('enp_'.length))))
    : undefined;
