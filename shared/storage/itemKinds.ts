import { auditKey } from './audit/auditKeys.ts';
import {
  confirmationHourKey,
  confirmationSecretKey,
  confirmationStopKey,
  mailboxLedgerKey,
  unsubscribedKey,
  waitingKey,
} from './confirmations/confirmationKeys.ts';
import {
  confirmationKey,
  digestKey,
  dueMessageKey,
  failedDeliveryKey,
  mailKey,
  webhookDeliveryKey,
} from './deliveries/deliveryKeys.ts';
import { memberKey, membershipKey, muteKey, signInCodeKey, signInSecretKey } from './members/memberKeys.ts';
import {
  ageRemovalKey,
  claimedUploadKey,
  dailySecretKey,
  endpointKey,
  endpointOfWorkspaceKey,
  formRequestKey,
  indexHeadKey,
  indexPageKey,
  keepingEndpointKey,
  keyKey,
  keyOfWorkspaceKey,
  learnedFilterKey,
  pendingKey,
  personErasureKey,
  placesKey,
  rangeWordsKey,
  rateLimitKey,
  requestKey,
  slugKey,
  spentChallengeKey,
  statisticsKey,
  submissionKey,
  workspaceKey,
} from './table/itemKeys.ts';
import { matchKey } from './table/keyPattern.ts';
import type { ItemKey } from './table/partitions.ts';
import { webhookKey, webhookSecretKey } from './webhooks/webhookKeys.ts';
import type { WorkspaceListName } from './workspaces/workspaceLists.ts';

/** Registers every kind of item in the table. Removal, export, erasure and documents are derived from it. */

interface Rules {
  /** File in a workspace's export, or the reason why it is not exported. */
  exported: { to: string } | { not: string };
  /** The workspace list with its entry. */
  listedIn?: WorkspaceListName;
  /** Deleted in the same transaction as its endpoint. */
  deletedWithEndpoint?: true;
  /** Removed in the background after its endpoint is deleted, in ascending order. Its partition key contains the id. */
  removalStep?: number;
  /** Copied in ascending order to restore a deleted endpoint. Other items are made again, or outlive their endpoint. */
  restoreStep?: number;
  /** Names its endpoint in the attribute `endpointId`, survives the endpoint, and expires by TTL or is removed soon. */
  namesEndpoint?: true;
  /** Erased with the members of its workspace, before anything else. */
  erasedWithMembers?: true;
  /** Belongs to the service as a whole: why an erasure keeps it. */
  keptByErasure?: string;
}

export interface ItemKind extends Rules {
  builder: (...args: never[]) => ItemKey;
  /** Key pattern, with placeholders such as `<enp>`. */
  pattern: ItemKey;
}

const kind = <Args extends string[], const R extends Rules>(
  builder: (...args: Args) => ItemKey,
  placeholders: Args,
  rules: R,
) => ({ builder, pattern: builder(...placeholders), ...rules });

const DERIVED = { exported: { not: 'follows from the others' } } as const;
const RECORD_OF_DELIVERIES = { exported: { not: 'a record of deliveries' } } as const;

export const ITEM_KINDS = {
  workspace: kind(workspaceKey, ['<ws>'], { exported: { to: 'workspace.jsonl' } }),
  'endpoint of a workspace': kind(endpointOfWorkspaceKey, ['<ws>', '<enp>'], { ...DERIVED, deletedWithEndpoint: true }),
  'claim of a slug': kind(slugKey, ['<ws>', '<slug>'], { ...DERIVED, deletedWithEndpoint: true }),
  'key of a workspace': kind(keyOfWorkspaceKey, ['<ws>', '<time>', '<key>'], DERIVED),
  'erasure of a person': kind(personErasureKey, ['<ws>', '<time>', '<hash>'], { exported: { to: 'erasures.jsonl' } }),
  endpoint: kind(endpointKey, ['<enp>'], { exported: { to: 'endpoints.jsonl' }, listedIn: 'endpoints' }),
  'learned filter': kind(learnedFilterKey, ['<enp>'], {
    exported: { not: 'hashed counts of words' },
    removalStep: 2,
    restoreStep: 1,
  }),
  'count towards a maximum': kind(placesKey, ['<enp>'], {
    exported: { not: 'a count' },
    removalStep: 2,
    restoreStep: 1,
  }),
  // Restored after the records of their deliveries, so that nobody is notified again.
  submission: kind(submissionKey, ['<enp>', '<sub>'], {
    exported: { to: 'submissions/<enp>.jsonl' },
    removalStep: 2,
    restoreStep: 2,
  }),
  'pending submission': kind(pendingKey, ['<enp>', '<sub>'], {
    exported: { to: 'pending.jsonl' },
    removalStep: 2,
    restoreStep: 2,
  }),
  // The index is removed first: without its head, nothing is added to it and removed submissions are not counted.
  'head of a page index': kind(indexHeadKey, ['<enp>'], { ...DERIVED, removalStep: 1 }),
  'page of a page index': kind(indexPageKey, ['<enp>', '<n>'], { ...DERIVED, removalStep: 1 }),
  'words of a range': kind(rangeWordsKey, ['<enp>', '<sort id>'], { ...DERIVED, removalStep: 1 }),
  'statistics of an endpoint': kind(statisticsKey, ['<enp>'], { exported: { not: 'counts' }, removalStep: 1 }),
  'removals of a day': kind(ageRemovalKey, ['<enp>', '<date>'], {
    exported: { to: 'removals.jsonl' },
    removalStep: 1,
    restoreStep: 1,
  }),
  member: kind(memberKey, ['<ws>', '<mem>'], { exported: { to: 'members.jsonl' } }),
  membership: kind(membershipKey, ['<hash>', '<ws>'], { ...DERIVED, erasedWithMembers: true }),
  'mute of sign-in codes': kind(muteKey, ['<hash>'], {
    exported: { not: 'it ends within a day' },
    keptByErasure: 'it expires within two days',
  }),
  session: kind(keyKey, ['<ses>'], { exported: { not: 'it ends within hours' }, erasedWithMembers: true }),
  key: kind(keyKey, ['<key>'], { exported: { to: 'keys.jsonl' }, listedIn: 'keys' }),
  mail: kind(mailKey, ['<enp>', '<sub or dig>', '<recipient>'], {
    ...RECORD_OF_DELIVERIES,
    removalStep: 2,
    restoreStep: 1,
  }),
  digest: kind(digestKey, ['<enp>', '<dig>'], { ...RECORD_OF_DELIVERIES, removalStep: 2, restoreStep: 1 }),
  'spent challenge': kind(spentChallengeKey, ['<hash>'], { exported: { not: 'a hash' }, namesEndpoint: true }),
  webhook: kind(webhookKey, ['<enp>', '<whk>'], { exported: { to: 'webhooks.jsonl' }, removalStep: 2, restoreStep: 1 }),
  'secret of a webhook': kind(webhookSecretKey, ['<enp>', '<whk>'], {
    exported: { not: 'a secret' },
    removalStep: 2,
    restoreStep: 1,
  }),
  'delivery to a webhook': kind(webhookDeliveryKey, ['<whk>', '<msg>'], {
    ...RECORD_OF_DELIVERIES,
    namesEndpoint: true,
  }),
  'due message': kind(dueMessageKey, ['<time>', '<message>'], { ...DERIVED, namesEndpoint: true }),
  'claimed upload': kind(claimedUploadKey, ['<upl>'], { exported: { not: 'an id' }, namesEndpoint: true }),
  'request of a key': kind(requestKey, ['<ws>', '<hash>'], { exported: { not: 'an encrypted copy of a response' } }),
  'audit entry': kind(auditKey, ['<ws>', '<aud>'], { exported: { to: 'audit.jsonl' } }),
  'request of a form': kind(formRequestKey, ['<enp>', '<hash>'], {
    exported: { not: 'a hash and an id' },
    removalStep: 2,
    restoreStep: 1,
  }),
  'sign-in code': kind(signInCodeKey, ['<handle>'], {
    exported: { not: 'it ends within minutes' },
    keptByErasure: 'it expires within a day',
  }),
  'secret of sign-in codes': kind(signInSecretKey, [], {
    exported: { not: 'a secret' },
    keptByErasure: 'all workspaces share it',
  }),
  'secret of a day': kind(dailySecretKey, ['<day>'], {
    exported: { not: 'a secret' },
    keptByErasure: 'it expires within two days',
  }),
  'count against a limit': kind(rateLimitKey, ['<enp, key or all>', '<what and period>'], {
    exported: { not: 'counts' },
    namesEndpoint: true,
  }),
  confirmation: kind(confirmationKey, ['<enp>', '<sub>'], { ...RECORD_OF_DELIVERIES, removalStep: 2, restoreStep: 1 }),
  'waiting confirmation': kind(waitingKey, ['<enp>', '<network>', '<sub>'], {
    ...RECORD_OF_DELIVERIES,
    removalStep: 2,
    restoreStep: 2,
  }),
  'confirmations to a mailbox': kind(mailboxLedgerKey, ['<hash>'], {
    exported: { not: 'a hash' },
    keptByErasure: 'it expires within two days',
  }),
  'unsubscribed mailbox': kind(unsubscribedKey, ['<hash>'], {
    exported: { not: 'a hash' },
    keptByErasure: 'its owner unsubscribed from all workspaces',
  }),
  'secret of confirmations': kind(confirmationSecretKey, [], {
    exported: { not: 'a secret' },
    keptByErasure: 'all workspaces share it',
  }),
  'confirmations of an hour': kind(confirmationHourKey, ['<hour>', '<ws or all>'], {
    exported: { not: 'counts' },
    keptByErasure: 'it expires within two days',
  }),
  'stop of confirmations': kind(confirmationStopKey, [], {
    exported: { not: 'a time' },
    keptByErasure: 'all workspaces share it',
  }),
  // Removal by age deletes it once it finds no endpoint.
  'endpoint that removes by age': kind(keepingEndpointKey, ['<enp>'], { ...DERIVED, namesEndpoint: true }),
  'failed delivery': kind(failedDeliveryKey, ['<sub or dig>', '<recipient>'], {
    ...RECORD_OF_DELIVERIES,
    namesEndpoint: true,
  }),
} satisfies Record<string, ItemKind>;

export const KINDS: readonly ItemKind[] = Object.values(ITEM_KINDS);

/** The kinds that match an item's key; exactly one for every item written by the service. */
export const kindsOf = ({ PK, SK }: ItemKey): ItemKind[] =>
  KINDS.filter(({ pattern }) => matchKey(pattern.PK, PK) && matchKey(pattern.SK, SK));

interface DependentItem {
  PK: string;
  SK: string;
  endpointId?: unknown;
}

/** The endpoint without which an item is orphaned; undefined for an item that depends on none. */
export function endpointIdBehind({ PK, SK, endpointId }: DependentItem): string | undefined {
  const [found] = kindsOf({ PK, SK });
  if (found?.namesEndpoint) return typeof endpointId === 'string' ? endpointId : undefined;
  if (found?.removalStep === undefined) return undefined;
  return matchKey(found.pattern.PK, PK)?.enp;
}

/** The way in which an item is erased with its workspace; undefined would be a gap. */
export function erasureOf({
  listedIn,
  removalStep,
  namesEndpoint,
  erasedWithMembers,
  keptByErasure,
  pattern,
}: ItemKind) {
  if (erasedWithMembers) return 'first, with the members';
  if (listedIn) return `first, by the list of ${listedIn}`;
  if (removalStep !== undefined) return 'with its endpoint';
  if (namesEndpoint) return 'as an orphan';
  if (keptByErasure) return `no: ${keptByErasure}`;
  return pattern.PK.includes('<ws>') ? 'last, with the workspace' : undefined;
}
