import { mailboxOf } from '../../../../shared/contract/emailAddress.ts';
import { isId } from '../../../../shared/contract/ids.ts';
import { dateOf } from '../../../../shared/contract/time.ts';
import { hashedMailbox, hashedPerson } from '../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { ConfirmationCounts, forgetCounted } from '../../../../shared/storage/confirmations/confirmationCounts.ts';
import { confirmationSecretKey } from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../../shared/storage/confirmations/confirmationSecret.ts';
import { inPartition } from '../../../../shared/storage/table/expressions.ts';
import {
  endpointIdOf,
  endpointKeyOfEntry,
  SORT_PREFIX,
  submittedAt,
  workspaceIdOf,
  workspaceKey,
} from '../../../../shared/storage/table/itemKeys.ts';
import { joined, readParts } from '../../../../shared/storage/table/paging.ts';
import type { Item, Table } from '../../../../shared/storage/table/table.ts';
import {
  allErasureItems,
  countErased,
  finishErasure,
  openErasure,
  type PersonErasure,
  parseErasure,
  readPersonErasures,
} from '../../../../shared/storage/workspaces/personErasures.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { RETENTION_DAYS } from '../../../retention.ts';
import { UsageError } from '../../../tools/program.ts';
import type { ErasureOptions, ErasureStep, ErasureTarget } from '../eraseWorkspace.ts';
import { removeRecordsOfGone } from '../orphans.ts';
import {
  type Alongside,
  eraseFiles,
  eraseSubmissions,
  filesIn,
  idOf,
  isPending,
  type Judge,
  judgedSubmissions,
  judgeOf,
  newestId,
} from './storedSubmissions.ts';

type OnStep = ErasureOptions['onStep'];
const NOTHING = { seen: 0, deletions: 0, files: 0 };

interface Person {
  workspaceId: string;
  address: string;
  /** Also submissions that only mention the address. */
  mentions: boolean;
  onStep: OnStep;
}

/** The record has to outlive every backup that has the submissions: a day more than point-in-time recovery. */
const KEPT_S = (RETENTION_DAYS.recovery + 1) * 86_400;

/** @throws UsageError if one is being restored, because what is restored later would stay */
async function endpointIdsOf(table: Table, workspaceId: string): Promise<string[]> {
  const query = inPartition(workspaceKey(workspaceId).PK, SORT_PREFIX.endpointOfWorkspace);
  const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
  return items.map(({ SK, restoredFrom }) => {
    const id = endpointIdOf(endpointKeyOfEntry(String(SK)));
    if (restoredFrom === undefined) return id;
    throw new UsageError(`The restoration of ${id} was not finished: run restore-endpoint again first.`);
  });
}

/** Counts what an address sent to a workspace, by endpoint, and changes nothing. */
export async function previewPerson(table: Table, { workspaceId, address, mentions, onStep }: Person) {
  const secret = (await new ConfirmationSecret(table).find()) ?? '';
  const judge = judgeOf([{ person: hashedPerson(secret, address), mentions }], secret, () => true);
  const endpoints = [];
  const step: ErasureStep = { doing: 'submissions', ...NOTHING };
  for (const endpointId of await endpointIdsOf(table, workspaceId)) {
    const found = { endpointId, submissions: 0, pending: 0, files: 0, mentions: 0, unreadable: 0 };
    for await (const { read, theirs, ...page } of judgedSubmissions(table, [endpointId], judge)) {
      const pending = theirs.filter(isPending).length;
      found.submissions += theirs.length - pending;
      found.pending += pending;
      found.files += filesIn(theirs);
      found.mentions += page.mentions;
      found.unreadable += page.unreadable;
      step.seen += read;
      onStep(step);
    }
    if (Object.values(found).some((count) => typeof count === 'number' && count > 0)) endpoints.push(found);
  }
  const mailbox = mailboxOf(address);
  const counts = mailbox && (await new ConfirmationCounts(table).readMailbox(hashedMailbox(secret, mailbox)));
  return { endpoints, isUnsubscribed: counts ? counts.isUnsubscribed : false };
}

/**
 * Erases everything that an address sent to a workspace until now, by the service's clock, and records it without the
 * address. After an interruption, run it again.
 * @param settle waits until no request or delivery that began before is still writing
 * @returns the record, and how many submissions cannot be read
 */
export async function erasePerson(
  target: ErasureTarget,
  { workspaceId, address, mentions, settle, onStep }: Person & { settle: () => Promise<unknown> },
) {
  const { table } = target;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const endpointIds = await endpointIdsOf(table, workspaceId);
  const wanted = { person: hashedPerson(secret, address), through: await newestId(table, endpointIds), mentions };
  const erasure = await openErasure(table, workspaceId, wanted);
  const wait = async () => {
    onStep({ doing: 'waiting', ...NOTHING });
    await settle();
  };
  await wait();
  const alongside: Alongside = (endpointId, erased) => [
    countErased(erasure, endpointId, erased.length, filesIn(erased)),
  ];
  const judge = judgeOf([erasure], secret, isThrough);
  const { unreadable } = await eraseAll(target, { endpointIds, judge, alongside, onStep });
  const mailbox = mailboxOf(address);
  if (mailbox !== undefined) await forgetCounted(table, hashedMailbox(secret, mailbox), new Set(endpointIds));
  await wait();
  await eraseRecords(table, endpointIds, onStep);
  return { ...(await finishErasure(table, erasure, KEPT_S)), unreadable };
}

const isThrough = ({ through }: PersonErasure, id: string): boolean => id <= through;

async function eraseAll(
  target: ErasureTarget,
  pass: { endpointIds: readonly string[]; judge: Judge; alongside: Alongside; onStep: OnStep },
) {
  const step: ErasureStep = { doing: 'submissions', ...NOTHING };
  let unreadable = 0;
  for await (const page of judgedSubmissions(target.table, pass.endpointIds, pass.judge)) {
    step.seen += page.read;
    unreadable += page.unreadable;
    step.files += filesIn(page.theirs);
    step.deletions += await eraseSubmissions(target, page.endpointId, page.theirs, pass.alongside);
    pass.onStep(step);
  }
  return { erased: step.deletions, unreadable };
}

async function eraseRecords(table: Table, endpointIds: readonly string[], onStep: OnStep): Promise<void> {
  const step: ErasureStep = { doing: 'whole table', ...NOTHING };
  await removeRecordsOfGone(table, new Set(endpointIds), (seen, removed) => {
    step.seen += seen;
    step.deletions += removed;
    onStep(step);
  });
}

/** @throws Error if there is none, although people were erased */
async function secretFor(table: Table, erasures: readonly unknown[]): Promise<string> {
  const secret = await new ConfirmationSecret(table).find();
  if (secret === undefined && erasures.length > 0)
    throw new Error(
      'Erased people cannot be found, because the secret of confirmations is missing: restore its item first.',
    );
  return secret ?? '';
}

/**
 * Finds which submissions of a deleted endpoint, as another table has them, are of people who were erased from its
 * workspace, and erases all versions of their files. One that came before an erasure began, which could not see it, is too.
 * @returns their ids, and how many submissions cannot be read
 * @throws Error if they cannot be found
 */
export async function erasedIn(
  other: Table,
  { table, fileVersions }: ErasureTarget,
  { id, workspaceId }: { id: string; workspaceId: string },
) {
  const erasures = await readPersonErasures(table, workspaceId);
  const judge = judgeOf(
    erasures,
    await secretFor(table, erasures),
    (erasure, of) =>
      isThrough(erasure, of) || (isId('submission', of) && submittedAt(of) <= dateOf(erasure.startedAt).getTime()),
  );
  const found = { ids: new Set<string>(), unreadable: 0 };
  for await (const { theirs, unreadable } of judgedSubmissions(other, erasures.length > 0 ? [id] : [], judge)) {
    await eraseFiles(fileVersions, id, theirs);
    for (const item of theirs) found.ids.add(idOf(item));
    found.unreadable += unreadable;
  }
  return found;
}

/**
 * Repeats the recorded erasures of all workspaces, after a backup was restored.
 * @param to the restored table, which gets the records; default: the service's own
 * @returns how many erasures there are, how many submissions were erased again, and how many cannot be read
 * @throws Error if erased people cannot be found
 */
export async function eraseAgain({ table, fileVersions }: ErasureTarget, to: Table, onStep: OnStep) {
  const items = await allErasureItems(table);
  const secret = await secretFor(table, items);
  const done = { erasures: items.length, erased: 0, unreadable: 0 };
  const all: string[] = [];
  const idOfItem = ({ PK }: Item) => workspaceIdOf({ PK: String(PK) });
  for (const workspaceId of new Set(items.map(idOfItem))) {
    const own = items.filter((item) => idOfItem(item) === workspaceId);
    if (!(await new Workspaces(to).exists(workspaceId))) continue;
    if (to !== table) {
      const secretItem = await table.get(confirmationSecretKey());
      for (const item of [...own, ...(secretItem ? [secretItem] : [])]) await to.put(item, {});
    }
    const endpointIds = await endpointIdsOf(to, workspaceId);
    const judge = judgeOf(own.map(parseErasure), secret, isThrough);
    const pass = { endpointIds, judge, alongside: () => [], onStep };
    const { erased, unreadable } = await eraseAll({ table: to, fileVersions }, pass);
    done.erased += erased;
    done.unreadable += unreadable;
    all.push(...endpointIds);
  }
  if (all.length > 0) await eraseRecords(to, all, onStep);
  return done;
}
