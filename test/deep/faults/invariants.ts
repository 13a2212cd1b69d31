import { isDeepStrictEqual } from 'node:util';
import { fileKey, OBJECT_PREFIX } from '../../../shared/files/objectKeys.ts';
import { confirmationSecretKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { deliveryKey, failedDeliveryKey, mailOf } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { keepingOf } from '../../../shared/storage/endpoints/keeping.ts';
import { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import {
  MEMBER_SORT_PREFIX,
  memberKey,
  membershipKey,
  personOf,
  signInSecretKey,
} from '../../../shared/storage/members/memberKeys.ts';
import { parseMember, rightsOfSession } from '../../../shared/storage/members/storedMember.ts';
import { deletionKey } from '../../../shared/storage/submissions/requestRecords.ts';
import {
  endpointKey,
  endpointOfWorkspaceKey,
  keepingEndpointKey,
  keyKey,
  keyOfWorkspaceKey,
  learnedFilterKey,
  pendingKey,
  placesKey,
  SORT_PREFIX,
  slugKey,
  submissionIdOf,
  submissionKeyOfPending,
  workspaceKey,
} from '../../../shared/storage/table/itemKeys.ts';
import {
  CONFIRMATION_HEALTH,
  DAILY_SECRETS,
  type ItemKey,
  PARTITION_PREFIX,
} from '../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { endpointIdOfWebhook, webhookKey, webhookSecretKey } from '../../../shared/storage/webhooks/webhookKeys.ts';
import { keyIdOf } from '../../../shared/storage/workspaces/keySecret.ts';
import { parseKey, type StoredKey } from '../../../shared/storage/workspaces/storedKey.ts';
import { checkIndex, checkPages } from '../schedules/checks.ts';
import { confirmedTwice, doublesIn } from './deliveryChecks.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';

const textOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`;

class Inventory {
  readonly items: Map<string, Item>;
  readonly #explained = new Set<string>();
  readonly problems: string[] = [];

  constructor(items: Iterable<Item>) {
    this.items = new Map([...items].map((item) => [textOf(item as ItemKey), item]));
  }

  need(key: ItemKey, because: string): Item | undefined {
    const item = this.items.get(textOf(key));
    if (!item) this.problems.push(`${because} lacks ${textOf(key)}`);
    this.#explained.add(textOf(key));
    return item;
  }

  explain(key: ItemKey): void {
    this.#explained.add(textOf(key));
  }

  ofKind(partition: string, sort: string): Item[] {
    return [...this.items.values()].filter(
      ({ PK, SK }) => String(PK).startsWith(partition) && String(SK).startsWith(sort),
    );
  }

  get orphans(): string[] {
    return [...this.items.keys()].filter((key) => !this.#explained.has(key));
  }
}

/** Violations in a table that has caught up with its stream: nothing may be half done. */
export async function violationsOf(cloud: SimulatedCloud): Promise<string[]> {
  const inventory = new Inventory(cloud.services.items.state().values());
  const { problems } = inventory;
  for (const workspace of inventory.ofKind('WS#', 'WS')) checkCounts(inventory, workspace);
  for (const key of inventory.ofKind('KEY#', 'KEY').map(parseKey)) {
    if (key.memberId === undefined) checkKey(inventory, key);
    else checkSession(inventory, key, key.memberId);
  }
  for (const item of inventory.ofKind('ENP#', 'ENP')) {
    if (item.SK === 'ENP') problems.push(...(await checkEndpoint(cloud, inventory, StoredEndpoint.parse(item))));
  }
  checkFiles(cloud, inventory);
  checkWebhooks(inventory);
  checkMailboxes(inventory);
  checkMembers(inventory);
  checkDeliveries(inventory, cloud);
  for (const [name, { size }] of Object.entries({
    ...cloud.services.queues,
    'dead letters': cloud.services.deadLetters,
  })) {
    if (size > 0) problems.push(`${size} messages are left in the queue ${name}`);
  }
  for (const [reader, failed] of Object.entries(cloud.sources.failedRecords)) {
    if (failed.length > 0) problems.push(`${reader} failed for good with ${failed.length} records`);
  }
  const { putAside } = cloud.services;
  if (putAside.length > 0) problems.push(`${putAside.length} stream records were put aside`);
  return [...problems, ...inventory.orphans.map((key) => `nothing accounts for ${key}`)];
}

function checkFiles({ services }: SimulatedCloud, inventory: Inventory): void {
  const pending = inventory
    .ofKind('PENDING#', 'PENDING#')
    .map((item) => ({ ...item, ...submissionKeyOfPending({ PK: String(item.PK), SK: String(item.SK) }) }));
  const named = new Set(
    [...inventory.ofKind('ENP#', 'SUB#'), ...pending].flatMap(({ PK, SK, files = {} }: Item) => {
      const [endpointId, submissionId] = [String(PK).slice('ENP#'.length), submissionIdOf({ SK: String(SK) })];
      return Object.entries(files as Record<string, { scan?: string }>)
        .filter(([, { scan }]) => scan !== 'infected')
        .map(([fileId]) => fileKey(endpointId, submissionId, fileId));
    }),
  );
  const stored = [...services.bucket.objects.keys()].filter((key) => key.startsWith(OBJECT_PREFIX.files));
  // Some scenarios start with a submission whose file was never put.
  const lost = services.bucket.objects.size === 0 ? [] : [...named].filter((key) => !stored.includes(key));
  inventory.problems.push(...lost.map((key) => `there is no file ${key}`));
  inventory.problems.push(...stored.filter((key) => !named.has(key)).map((key) => `nothing names the file ${key}`));
  for (const kind of ['UPLOAD#', 'RATE#', DAILY_SECRETS, PARTITION_PREFIX.audit])
    for (const item of inventory.ofKind(kind, '')) inventory.explain(item as ItemKey);
}

function checkCounts(
  inventory: Inventory,
  { PK, SK, endpointCount, keyCount, memberCount = 0, ownerCount = 0 }: Item,
): void {
  inventory.explain({ PK, SK } as ItemKey);
  const id = String(PK).slice('WS#'.length);
  const endpoints = inventory.ofKind('ENP#', 'ENP').filter((item) => item.workspaceId === id).length;
  const keys = inventory
    .ofKind('KEY#', 'KEY')
    .map(parseKey)
    .filter((key) => key.workspaceId === id && !key.memberId).length;
  const members = inventory.ofKind(workspaceKey(id).PK, MEMBER_SORT_PREFIX).map(parseMember);
  const owners = members.filter(({ rights }) => rights.role === 'owner').length;
  if (endpointCount !== endpoints) inventory.problems.push(`${endpointCount} endpoints are counted of ${endpoints}`);
  if (keyCount !== keys) inventory.problems.push(`${keyCount} keys are counted of ${keys}`);
  if (memberCount !== members.length || ownerCount !== owners)
    inventory.problems.push(
      `${memberCount} members and ${ownerCount} owners are counted of ${members.length} and ${owners}`,
    );
}

function checkKey(inventory: Inventory, { id, workspaceId, createdAt, secretHash }: StoredKey): void {
  inventory.explain(keyKey(id));
  inventory.need(keyOfWorkspaceKey(workspaceId, createdAt, id), id);
  inventory.need(workspaceKey(workspaceId), id);
  if (keyIdOf(secretHash) !== id) inventory.problems.push(`${id} has another key's secret`);
}

/** It is one of its member's, and may do what the member may. */
function checkSession(inventory: Inventory, session: StoredKey, memberId: string): void {
  const { id, workspaceId, secretHash, permission, role, narrowing } = session;
  inventory.explain(keyKey(id));
  if (keyIdOf(secretHash, 'session') !== id) inventory.problems.push(`${id} has another session's secret`);
  const item = inventory.need(memberKey(workspaceId, memberId), id);
  if (!item) return;
  const member = parseMember(item);
  const rights = { permission, memberId, role, ...(narrowing && { narrowing }) };
  if (member.sessions[id] !== session.expiresAt) inventory.problems.push(`${id} is none of ${memberId}'s sessions`);
  if (!isDeepStrictEqual(rights, rightsOfSession(member)))
    inventory.problems.push(`${id} may do other things than ${memberId}`);
}

async function checkEndpoint(cloud: SimulatedCloud, inventory: Inventory, endpoint: StoredEndpoint): Promise<string[]> {
  const { id, workspaceId, slug } = endpoint;
  inventory.explain(endpointKey(id));
  inventory.explain(learnedFilterKey(id));
  inventory.explain(placesKey(id));
  for (const item of inventory.ofKind(PARTITION_PREFIX.requests + id, '')) inventory.explain(item as ItemKey);
  for (const { PK, SK } of inventory.ofKind(pendingKey(id, '').PK, SORT_PREFIX.pending))
    inventory.explain({ PK: String(PK), SK: String(SK) });
  // Deletions are recorded for a day.
  for (const item of inventory.ofKind(deletionKey(id, '').PK, deletionKey('', 'sub_').SK)) {
    inventory.explain(item as ItemKey);
    if (item.ttl === undefined) inventory.problems.push(`the record ${textOf(item as ItemKey)} never expires`);
  }
  const keeping = keepingOf({ ...endpoint });
  const entry = inventory.need(endpointOfWorkspaceKey(workspaceId, id), id);
  if (!isDeepStrictEqual(keepingOf(entry ?? {}), keeping))
    inventory.problems.push(`the list keeps ${id} for another time`);
  if (Object.keys(keeping).length > 0) inventory.need(keepingEndpointKey(id), id);
  inventory.explain(keepingEndpointKey(id));
  inventory.need(workspaceKey(workspaceId), id);
  if (inventory.need(slugKey(workspaceId, slug), id)?.endpointId !== id)
    inventory.problems.push(`${id} does not have its slug`);
  const submissions = inventory.ofKind(endpointKey(id).PK, 'SUB#').filter(({ PK }) => PK === endpointKey(id).PK);
  for (const item of [...submissions, ...inventory.ofKind(`INDEX#${id}`, '')]) inventory.explain(item as ItemKey);
  const ids = submissions
    .map(({ SK }) => submissionIdOf({ SK: String(SK) }))
    .sort()
    .reverse();
  const { table } = cloud.services;
  const pages = { limits: [7, 100], isTotalExact: true };
  return [...(await checkIndex(table, id, ids)), ...(await checkPages(table, id, ids, pages))];
}

/**
 * Every delivery has an endpoint and has ended, unless its target is gone; failed mails are listed; digests are closed.
 */
function checkDeliveries(inventory: Inventory, cloud: SimulatedCloud): void {
  const hasItem = (key: ItemKey) => inventory.items.has(textOf(key));
  for (const record of cloud.records()) {
    const { channel, target, id, about, endpointId, state } = record;
    const name = textOf(deliveryKey(record));
    const { recipient } = mailOf(id);
    if (hasItem(endpointKey(endpointId))) inventory.explain(deliveryKey(record));
    const isGone = channel === 'webhook' && !hasItem(webhookKey(endpointIdOfWebhook(target), target));
    if (state === 'pending' && !isGone && !cloud.unrecorded.has(about))
      inventory.problems.push(`the delivery ${name} is still pending`);
    if (inventory.items.get(name)?.ttl === undefined) inventory.problems.push(`the delivery ${name} never expires`);
    if (state === 'failed' && channel === 'mail') inventory.need(failedDeliveryKey(about, recipient), name);
  }
  for (const item of inventory.ofKind(PARTITION_PREFIX.mailDeliveries, 'DIGEST#')) {
    inventory.explain(item as ItemKey);
    if (item.closedAt === undefined) inventory.problems.push(`the digest ${textOf(item as ItemKey)} is still open`);
  }
  inventory.problems.push(...doublesIn(cloud), ...confirmedTwice(cloud));
}

function checkWebhooks(inventory: Inventory): void {
  for (const { PK, SK, endpointId, id } of inventory.ofKind('HOOK#', 'WEBHOOK#')) {
    inventory.explain({ PK, SK } as ItemKey);
    inventory.need(webhookSecretKey(String(endpointId), String(id)), String(id));
    inventory.need(endpointKey(String(endpointId)), String(id));
  }
}

function checkMembers(inventory: Inventory): void {
  inventory.explain(signInSecretKey());
  for (const item of inventory.ofKind(PARTITION_PREFIX.person, 'MUTED')) inventory.explain(item as ItemKey);
  for (const item of inventory.ofKind(PARTITION_PREFIX.signInCode, '')) inventory.explain(item as ItemKey);
  for (const item of inventory.ofKind(PARTITION_PREFIX.workspace, MEMBER_SORT_PREFIX)) {
    const { id, workspaceId, address, sessions } = parseMember(item);
    inventory.explain(item as ItemKey);
    for (const session of Object.keys(sessions)) inventory.need(keyKey(session), id);
    if (inventory.need(membershipKey(personOf(address), workspaceId), id)?.memberId !== id)
      inventory.problems.push(`the membership of ${id} is another's`);
  }
}

/**
 * Mailboxes are named with the help of the service's secret. The secret and the counts of an hour may exist without a
 * mailbox.
 */
function checkMailboxes(inventory: Inventory): void {
  inventory.explain(confirmationSecretKey());
  for (const kind of ['HOUR#', 'STOP'])
    for (const item of inventory.ofKind(CONFIRMATION_HEALTH, kind)) inventory.explain(item as ItemKey);
  for (const { PK, SK } of inventory.ofKind(PARTITION_PREFIX.mailbox, '')) {
    inventory.explain({ PK, SK } as ItemKey);
    inventory.need(confirmationSecretKey(), String(PK));
  }
}
