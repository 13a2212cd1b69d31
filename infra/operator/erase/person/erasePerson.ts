import { mailboxOf } from '../../../../shared/contract/emailAddress.ts';
import { dateOf } from '../../../../shared/contract/time.ts';
import { hashedMailbox, hashedPerson } from '../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { forgetCounted } from '../../../../shared/storage/confirmations/confirmationCounts.ts';
import { confirmationSecretKey } from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../../shared/storage/confirmations/confirmationSecret.ts';
import { putMissing } from '../../../../shared/storage/restoredEndpoints.ts';
import { submittedAt, workspaceIdOf } from '../../../../shared/storage/table/itemKeys.ts';
import type { Item, Table } from '../../../../shared/storage/table/table.ts';
import {
  allErasureItems,
  countErased,
  finishErasure,
  openErasure,
  type PersonErasure,
  readPersonErasures,
} from '../../../../shared/storage/workspaces/personErasures.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { RETENTION_DAYS } from '../../../retention.ts';
import { eraseEverything, type PersonTarget } from './eraseEverything.ts';
import { endpointIdsOf, idOf, isSubmission, newestId, readableAddresses } from './storedSubmissions.ts';

export interface PersonStep {
  doing: 'waiting' | 'submissions';
  endpoint: number;
  endpoints: number;
  read: number;
  erased: number;
}

/** The record has to outlive every backup that has the submissions: a day more than point-in-time recovery. */
const KEPT_S = (RETENTION_DAYS.recovery + 1) * 86_400;

interface PersonOptions {
  workspaceId: string;
  address: string;
  /** Also erases submissions that only mention the address. */
  mentions: boolean;
  /** Waits until no request that began before is still storing a submission. */
  settle: () => Promise<unknown>;
  onStep: (step: PersonStep) => void;
}

/**
 * Erases everything that an address sent to a workspace until now, by the service's clock, and records it without the
 * address. After an interruption, run it again: it continues, and concerns no submission that came after it began.
 */
export async function erasePerson(target: PersonTarget, options: PersonOptions): Promise<PersonErasure> {
  const { workspaceId, address, mentions, settle } = options;
  const { table } = target;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const endpointIds = await endpointIdsOf(table, workspaceId);
  const wanted = { person: hashedPerson(secret, address), through: await newestId(table, endpointIds), mentions };
  const erasure = await openErasure(table, workspaceId, wanted);
  options.onStep({ doing: 'waiting', endpoint: 0, endpoints: endpointIds.length, read: 0, erased: 0 });
  await settle();
  const alongside = (...counts: [endpointId: string, erased: number, files: number]) => [
    countErased(erasure, ...counts),
  ];
  await eraseAll(target, endpointIds, { concerns: concernedBy([erasure], secret), alongside }, options.onStep);
  const mailbox = mailboxOf(address);
  if (mailbox !== undefined) await forgetCounted(table, hashedMailbox(secret, mailbox), new Set(endpointIds));
  return finishErasure(table, erasure, KEPT_S);
}

type Pass = Pick<Parameters<typeof eraseEverything>[2], 'concerns' | 'alongside'>;

async function eraseAll(target: PersonTarget, endpointIds: string[], pass: Pass, tell: PersonOptions['onStep']) {
  const step: PersonStep = { doing: 'submissions', endpoint: 0, endpoints: endpointIds.length, read: 0, erased: 0 };
  for (const endpointId of endpointIds) {
    step.endpoint++;
    const onStep = (read: number, erased: number) => {
      step.read += read;
      step.erased += erased;
      tell(step);
    };
    await eraseEverything(target, endpointId, { ...pass, onStep });
  }
  return step.erased;
}

/**
 * Which submissions some erasures concern.
 * @param isRestoring for an endpoint that was deleted when the erasures began: the time on record counts, too
 */
function concernedBy(erasures: readonly PersonErasure[], secret: string, isRestoring = false) {
  const isBefore = ({ through, startedAt }: PersonErasure, id: string) =>
    id <= through || (isRestoring && submittedAt(id) <= dateOf(startedAt).getTime());
  return (item: Item): boolean => {
    const among = erasures.filter((erasure) => isBefore(erasure, idOf(item)));
    const addresses = among.length === 0 ? undefined : readableAddresses(item);
    if (addresses === undefined) return false;
    const has = (found: ReadonlySet<string>, some: readonly PersonErasure[]) =>
      some.length > 0 &&
      [...found].some((address) => some.some(({ person }) => person === hashedPerson(secret, address)));
    return (
      has(addresses.sent, among) ||
      has(
        addresses.mentioned,
        among.filter(({ mentions }) => mentions),
      )
    );
  };
}

const NO_SECRET =
  'Erased people cannot be found, because the secret of confirmations is missing: restore its item first.';

/**
 * Which items of an endpoint that is being restored belong to people who were erased from its workspace.
 * @throws Error if they cannot be found
 */
export async function erasedFrom(table: Table, workspaceId: string): Promise<(item: Item) => boolean> {
  const erasures = await readPersonErasures(table, workspaceId);
  const secret = await new ConfirmationSecret(table).find();
  if (erasures.length === 0) return () => false;
  if (secret === undefined) throw new Error(NO_SECRET);
  const concerns = concernedBy(erasures, secret, true);
  return (item) => isSubmission(item) && concerns(item);
}

/**
 * Repeats the recorded erasures of all workspaces, after a backup was restored.
 * @param to the restored table, which gets the records; default: the service's own
 * @returns how many erasures there are, and how many submissions were erased again
 * @throws Error if erased people cannot be found
 */
export async function eraseAgain({ table, fileVersions }: PersonTarget, to: Table, onStep: PersonOptions['onStep']) {
  const items = await allErasureItems(table);
  const secret = await table.get(confirmationSecretKey());
  if (items.length > 0 && secret === undefined) throw new Error(NO_SECRET);
  let erased = 0;
  for (const workspaceId of new Set(items.map((item) => workspaceIdOf({ PK: String(item.PK) })))) {
    if (secret === undefined || !(await new Workspaces(to).exists(workspaceId))) continue;
    if (to !== table) {
      await putMissing(to, secret);
      for (const item of items) if (workspaceIdOf({ PK: String(item.PK) }) === workspaceId) await putMissing(to, item);
    }
    const concerns = concernedBy(await readPersonErasures(table, workspaceId), String(secret.secret));
    const pass = { concerns, alongside: () => [] };
    erased += await eraseAll({ table: to, fileVersions }, await endpointIdsOf(to, workspaceId), pass, onStep);
  }
  return { erasures: items.length, erased };
}
