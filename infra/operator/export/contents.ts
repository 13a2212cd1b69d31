import { decodeTime } from 'ulid';
import { isId } from '../../../shared/contract/ids.ts';
import { ITEMS_PER_PAGE_MAX } from '../../../shared/contract/limits.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import {
  endpointKeyOfEntry,
  type ItemKey,
  keyKeyOfEntry,
  SORT_PREFIX,
  submissionIdOf,
  submissionKey,
  workspaceKey,
} from '../../../shared/storage/itemKeys.ts';
import { StoredKey } from '../../../shared/storage/keys.ts';
import { readPages } from '../../../shared/storage/pages.ts';
import { parseSubmission } from '../../../shared/storage/submissions.ts';
import type { Item, Table } from '../../../shared/storage/table.ts';

/** Something that is exported: what its operation would answer, and when it was made. */
export type Exported = Record<string, unknown>;

/** Submissions read at a time: at most 25 MB of them. */
const SUBMISSIONS_PER_PAGE = 500;

/** The endpoints of a workspace, oldest first. One without `redirectUrl` redirects to the site's thank-you page. */
export const endpointsOf = (table: Table, workspaceId: string): AsyncGenerator<Exported[]> =>
  listed(table, { workspaceId, sortPrefix: SORT_PREFIX.endpointOfWorkspace, itemKeyOf: endpointKeyOfEntry }, (item) => {
    const { id, ...endpoint } = StoredEndpoint.parse(item);
    return { id, createdAt: createdAt(id), ...endpoint };
  });

/** The keys of a workspace, oldest first. Named field by field, so that nothing of a secret is ever among them. */
export const keysOf = (table: Table, workspaceId: string): AsyncGenerator<Exported[]> =>
  listed(table, { workspaceId, sortPrefix: SORT_PREFIX.keyOfWorkspace, itemKeyOf: keyKeyOfEntry }, (item) => {
    const { id, createdAt, workspaceId, name, permission, expiresAt, lastAccess } = StoredKey.parse(item);
    return { id, createdAt, workspaceId, name, permission, expiresAt, lastAccess };
  });

interface List {
  workspaceId: string;
  sortPrefix: string;
  itemKeyOf: (entrySortKey: string) => ItemKey;
}

async function* listed(table: Table, list: List, exported: (item: Item) => Exported): AsyncGenerator<Exported[]> {
  const query = {
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
    ExpressionAttributeValues: { ':pk': workspaceKey(list.workspaceId).PK, ':prefix': list.sortPrefix },
    Limit: ITEMS_PER_PAGE_MAX,
  };
  for await (const entries of readPages((ExclusiveStartKey) => table.query({ ...query, ExclusiveStartKey }))) {
    const keys = entries.map(({ SK }) => list.itemKeyOf(String(SK)));
    const found = new Map((await table.getAll(keys)).map((item) => [item.PK, item]));
    yield keys
      .map(({ PK }) => found.get(PK))
      .filter((item) => item !== undefined)
      .map(exported);
  }
}

/** Submissions of an endpoint, oldest first, page by page, from the one after `after` on. */
export function submissionsOf(table: Table, endpointId: string, after?: string): AsyncGenerator<Item[]> {
  const query = {
    KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
    ExpressionAttributeValues: { ':pk': submissionKey(endpointId, '').PK, ':prefix': SORT_PREFIX.submission },
    Limit: SUBMISSIONS_PER_PAGE,
  };
  const first = after === undefined ? undefined : submissionKey(endpointId, after);
  return readPages((startKey) => table.query({ ...query, ExclusiveStartKey: startKey ?? first }));
}

/** A stored submission. One that cannot be read is exported all the same, as it is stored. */
export function exportedSubmission(endpointId: string, item: Item): Exported {
  const { PK, SK, ...stored } = item;
  const id = submissionIdOf({ SK: String(SK) });
  const known = { id, endpointId, createdAt: createdAt(id) };
  try {
    const { location, isSpam, isRead, data } = parseSubmission(item);
    return { ...known, location, isSpam, isRead, data };
  } catch {
    return { ...known, unreadable: stored };
  }
}

/** The time in an id, as the contract writes it; nothing for an id that this service did not make. */
const createdAt = (id: string): string | undefined =>
  isId('endpoint', id) || isId('submission', id)
    ? formatTime(new Date(decodeTime(id.slice('enp_'.length))))
    : undefined;
