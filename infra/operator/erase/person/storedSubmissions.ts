import { hashedPerson } from '../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { submissionFilesPrefix } from '../../../../shared/files/objectKeys.ts';
import { PER_TRANSACTION_MAX } from '../../../../shared/removal/ageRemoval.ts';
import { chunksOf } from '../../../../shared/runtime/chunks.ts';
import { inParallel } from '../../../../shared/runtime/inParallel.ts';
import { inPartition, PRESENT } from '../../../../shared/storage/table/expressions.ts';
import { ifConditionHolds } from '../../../../shared/storage/table/ifConditionHolds.ts';
import { pendingKey, SORT_PREFIX, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { readParts } from '../../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import type { Item, Table, TransactionWrite } from '../../../../shared/storage/table/table.ts';
import type { PersonErasure } from '../../../../shared/storage/workspaces/personErasures.ts';
import type { ErasureTarget } from '../eraseWorkspace.ts';
import { type Addresses, addressesIn } from './addresses.ts';

const PAGE_ITEMS = 500;

/** Whether a submission is of an erased person, only mentions one, or cannot be read. */
export type Judge = (submission: Item) => 'theirs' | 'mention' | 'unreadable' | undefined;

type Judged = Pick<PersonErasure, 'person' | 'mentions'>;

/** @param concerns whether an erasure concerns a submission of this id */
export function judgeOf<E extends Judged>(
  erasures: readonly E[],
  secret: string,
  concerns: (erasure: E, id: string) => boolean,
): Judge {
  return (item) => {
    const among = erasures.filter((erasure) => concerns(erasure, idOf(item)));
    if (among.length === 0) return undefined;
    const addresses = readableAddresses(item);
    if (addresses === undefined) return 'unreadable';
    const people = (found: ReadonlySet<string>) => {
      const hashes = new Set([...found].map((address) => hashedPerson(secret, address)));
      return among.filter(({ person }) => hashes.has(person));
    };
    const mentioned = people(addresses.mentioned);
    if (mentioned.some(({ mentions }) => mentions) || people(addresses.sent).length > 0) return 'theirs';
    return mentioned.length > 0 ? 'mention' : undefined;
  };
}

const collectionsOf = (endpointId: string) => [pendingKey(endpointId, ''), submissionKey(endpointId, '')];

/**
 * Judges all that is stored of endpoints' submissions, whether held, due or pending, page by page. Pending ones come
 * first: one that is confirmed meanwhile is among the others.
 */
export async function* judgedSubmissions(table: Pick<Table, 'query'>, endpointIds: readonly string[], judge: Judge) {
  for (const endpointId of endpointIds)
    for (const { PK, SK } of collectionsOf(endpointId)) {
      const query = { ...inPartition(PK, SK), Limit: PAGE_ITEMS };
      for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation }))) {
        const verdicts = items.map(judge);
        const count = (verdict: ReturnType<Judge>) => verdicts.filter((each) => each === verdict).length;
        const theirs = items.filter((_, i) => verdicts[i] === 'theirs');
        const counts = { mentions: count('mention'), unreadable: count('unreadable') };
        yield { endpointId, read: items.length, theirs, ...counts };
      }
    }
}

/** Id of the newest submission of these endpoints; empty if there is none. The service's clock has made it. */
export async function newestId(table: Pick<Table, 'query'>, endpointIds: readonly string[]): Promise<string> {
  let newest = '';
  for (const { PK, SK } of endpointIds.flatMap(collectionsOf)) {
    const { Items = [] } = await table.query({ ...inPartition(PK, SK), ScanIndexForward: false, Limit: 1 });
    for (const item of Items) if (idOf(item) > newest) newest = idOf(item);
  }
  return newest;
}

export const idOf = ({ SK }: Item): string => String(SK).slice(String(SK).indexOf('#') + 1);

export const isPending = ({ SK }: Item): boolean => String(SK).startsWith(SORT_PREFIX.pending);

export const filesIn = (items: readonly Item[]): number =>
  items.reduce((sum, { files }) => sum + Object.keys(files ?? {}).length, 0);

/** Undefined for a submission that cannot be read. */
function readableAddresses(item: Item): Addresses | undefined {
  try {
    return addressesIn(item);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Writes to add to the transaction that erases some submissions of an endpoint. */
export type Alongside = (endpointId: string, erased: readonly Item[]) => TransactionWrite[];

const AT_ONCE = 10;

/**
 * Erases submissions of an endpoint with all versions of their files, which go first, because only a submission leads to
 * them. A transaction erases and counts the same submissions. Repeatable; may be interrupted.
 * @returns how many were erased: others were deleted or confirmed since they were read
 */
export async function eraseSubmissions(
  { table, fileVersions }: ErasureTarget,
  endpointId: string,
  submissions: readonly Item[],
  alongside: Alongside,
): Promise<number> {
  await eraseFiles(fileVersions, endpointId, submissions);
  const erase = (items: readonly Item[]) => {
    const deletes = items.map(({ PK, SK }) => ({ Delete: { Key: { PK, SK } as ItemKey, ...PRESENT } }));
    return ifConditionHolds(table.transact([...deletes, ...alongside(endpointId, items)]));
  };
  let erased = 0;
  for (const items of chunksOf(submissions, PER_TRANSACTION_MAX)) {
    if (await erase(items)) erased += items.length;
    else erased += (await inParallel(items, AT_ONCE, (item) => erase([item]))).filter(Boolean).length;
  }
  return erased;
}

/** Erases all versions of submissions' files. */
export async function eraseFiles(
  fileVersions: ErasureTarget['fileVersions'],
  endpointId: string,
  submissions: readonly Item[],
): Promise<void> {
  const withFiles = submissions.filter((item) => filesIn([item]) > 0);
  await inParallel(withFiles, AT_ONCE, (item) =>
    fileVersions.removeAll(submissionFilesPrefix(endpointId, idOf(item)), () => undefined),
  );
}
