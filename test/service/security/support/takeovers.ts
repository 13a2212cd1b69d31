import { isAudited } from '../../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../../shared/contract/operations/index.ts';
import { formatTime, NEVER } from '../../../../shared/contract/time.ts';
import { newId, newWebhookId } from '../../../../shared/runtime/newId.ts';
import { auditKey } from '../../../../shared/storage/audit/auditKeys.ts';
import {
  confirmationSecretKey,
  confirmationStopKey,
  endpointLedger,
  mailboxLedgerKey,
  unsubscribedKey,
  waitingKey,
} from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import {
  dueMessageKey,
  failedDeliveryKey,
  mailKey,
  webhookDeliveryKey,
} from '../../../../shared/storage/deliveries/deliveryKeys.ts';
import {
  memberKey,
  membershipKey,
  muteKey,
  personOf,
  signInCodeKey,
  signInSecretKey,
} from '../../../../shared/storage/members/memberKeys.ts';
import { SignInCodes } from '../../../../shared/storage/members/signInCodes.ts';
import {
  claimedUploadKey,
  dailySecretKey,
  endpointKey,
  endpointOfWorkspaceKey,
  formRequestKey,
  indexHeadKey,
  keyKey,
  learnedFilterKey,
  pendingKey,
  placesKey,
  rateLimitKey,
  requestKey,
  spentChallengeKey,
  statisticsKey,
  submissionKey,
  workspaceKey,
} from '../../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../../shared/storage/table/table.ts';
import { webhookKey, webhookSecretKey } from '../../../../shared/storage/webhooks/webhookKeys.ts';
import { hashSecret, keyIdOf, newKeySecret } from '../../../../shared/storage/workspaces/keySecret.ts';
import { type Keyed, list, listKeysOf, put, read, readAttribute, remove, scan, update, type Way } from './tableWays.ts';

export interface Takeover {
  what: string;
  by: readonly string[];
  inWords?: string;
  /** All requests with that effect, each on its own items. */
  ways: () => Way[];
}

const newEndpointKey = () => endpointKey(newId('endpoint'));
const newSubmissionKey = () => submissionKey(newId('endpoint'), newId('submission'));
const newPendingKey = () => pendingKey(newId('endpoint'), newId('submission'));
const newKeyKey = () => keyKey(keyIdOf(hashSecret(newKeySecret())));
const newMemberKey = () => memberKey(newId('workspace'), newId('member'));
const newCodeKey = () => signInCodeKey(SignInCodes.newHandle());
const newMembershipKey = () => membershipKey(personOf('a@example.com'), newId('workspace'));
const newAuditKey = () => auditKey(newId('workspace'), newId('auditEntry'));
const newMailKey = () => mailKey(newId('endpoint'), newId('submission'), 'a@example.com');

const ENDPOINT = {
  slug: 'planted',
  name: 'Planted',
  isEnabled: true,
  emailNotifications: true,
  redirectUrl: 'https://example.com/',
  targetEmails: ['planted@example.com'],
  icon: 'file',
  color: 'gray',
};

function plantedKey(): Keyed {
  const secretHash = hashSecret(newKeySecret());
  const id = keyIdOf(secretHash);
  const times = { createdAt: formatTime(new Date()), expiresAt: NEVER };
  const workspaceId = newId('workspace');
  return { ...keyKey(id), id, workspaceId, name: 'Planted', permission: 'write', secretHash, ...times };
}

const withoutKey = ({ PK: _PK, SK: _SK, ...attributes }: Item): Item => attributes;

const TAKING_KEYS = OPERATIONS.filter(({ permission }) => permission !== 'public').map(({ id }) => id);

const CONFIRMING = ['confirmSubmission', 'answerConfirmation'];

const READING_ENDPOINTS = [
  'retrieveEndpoint',
  'updateEndpoint',
  'deleteEndpoint',
  'listEndpoints',
  'retrieveStatistics',
  'retrieveSubmission',
  'updateSubmission',
  'deleteSubmission',
  'listSubmissions',
  'searchSubmissions',
  'updateSubmissions',
  'deleteSubmissions',
  'retrieveDeliveries',
  'retrieveFile',
  'listPendingSubmissions',
  'confirmSubmission',
  'testConfirmation',
  'retrieveConfirmationStatus',
  'createWebhook',
  'retrieveWebhook',
  'updateWebhook',
  'deleteWebhook',
  'listWebhooks',
  'testWebhook',
  'listWebhookDeliveries',
  'replayWebhookDeliveries',
  'notifySubmission',
  'sendWebhook',
];

export const TAKEOVERS: readonly Takeover[] = [
  { what: 'read the whole table', by: [], ways: () => [scan] },
  {
    what: 'make a key that works, for any workspace, or give a read-only or limited key more',
    by: ['createKey', 'createWorkspace', 'signIn', 'updateMember'],
    ways: () => [
      ...put(plantedKey()),
      ...update(newKeyKey(), { narrowing: { permission: 'write' } }),
      ...update(newKeyKey(), withoutKey(plantedKey())),
      ...update(newKeyKey(), { secretHash: hashSecret(newKeySecret()) }),
      ...put({ ...newKeyKey(), permission: 'write' }),
      ...update(newKeyKey(), { permission: 'write' }),
      ...update(newKeyKey(), { lastAccess: NEVER, permission: 'write' }),
    ],
  },
  {
    what: 'rename a key, give it another expiry or another workspace',
    by: ['createKey', 'createWorkspace', 'signIn', 'updateKey'],
    ways: () => [
      ...put({ ...newKeyKey(), expiresAt: NEVER }),
      ...update(newKeyKey(), { name: 'Planted' }),
      ...update(newKeyKey(), { expiresAt: NEVER }),
      ...update(newKeyKey(), { lastAccess: NEVER, expiresAt: NEVER }),
      ...update(newKeyKey(), { workspaceId: newId('workspace') }),
    ],
  },
  {
    what: 'remove a key, or end a session',
    by: ['deleteKey', 'deleteMember', 'endSession', 'endSessions', 'signIn'],
    ways: () => remove(newKeyKey()),
  },
  {
    what: "read a key's item by its id; record a false use of it, even one that makes the key unreadable",
    by: [...TAKING_KEYS, 'createSubmission', 'signIn'],
    inWords: 'every function that takes keys, `createSubmission` and `signIn`',
    ways: () => [...read(newKeyKey()), ...update(newKeyKey(), { lastAccess: NEVER })],
  },
  {
    what: "send an endpoint's notifications and redirects elsewhere, or change its rules so that it rejects everything",
    by: ['createEndpoint', 'updateEndpoint'],
    ways: () => [
      ...put({ ...newEndpointKey(), ...ENDPOINT }),
      ...update(newEndpointKey(), { targetEmails: ENDPOINT.targetEmails }),
      ...update(newEndpointKey(), { redirectUrl: ENDPOINT.redirectUrl }),
      ...update(newEndpointKey(), { fields: [{ name: 'a', type: 'text' }], unknownFields: 'refuse' }),
      ...update(newEndpointKey(), { keepDays: 1, goneBefore: Date.now(), keepSpamDays: 1 }),
    ],
  },
  {
    what: 'forge a submission, or replace one by its id',
    by: ['createSubmission', ...CONFIRMING],
    ways: () => [
      ...put({ ...newSubmissionKey(), data: '{}', location: 'Unknown' }),
      ...update(newSubmissionKey(), { data: '{}' }),
    ],
  },
  {
    // It writes submissions by the permission for the claims of their uploads.
    what: 'have a submission that it forges or replaces expire',
    by: ['createSubmission'],
    ways: () => [...put({ ...newSubmissionKey(), data: '{}', ttl: 1 }), ...update(newSubmissionKey(), { ttl: 1 })],
  },
  {
    what: 'close a form with `maxSubmissions`, or let it receive more',
    by: ['createSubmission'],
    ways: () => update(placesKey(newId('endpoint')), { taken: 1 }),
  },
  {
    what: 'mark a submission as read',
    by: ['updateSubmission', 'updateSubmissions'],
    ways: () => update(newSubmissionKey(), { isRead: true }),
  },
  {
    what: 'mark a submission as spam or not, by its id',
    by: ['updateSubmission', 'updateSubmissions'],
    ways: () => update(newSubmissionKey(), { isSpam: true }),
  },
  {
    what: 'put an empty item in place of an endpoint, or of a submission by its id',
    by: ['createEndpoint', 'createSubmission', ...CONFIRMING, 'purgeEndpoint'],
    ways: () => [...put(newEndpointKey()), ...put(newSubmissionKey())],
  },
  {
    what: 'remove an endpoint, or a submission by its id',
    by: ['deleteEndpoint', 'deleteSubmission', 'deleteSubmissions', 'purgeEndpoint'],
    ways: () => [...remove(newEndpointKey()), ...remove(newSubmissionKey())],
  },
  {
    what: "list the ids of an endpoint's submissions",
    by: [
      'createSubmission',
      'listSubmissions',
      'searchSubmissions',
      'listStatistics',
      'retrieveStatistics',
      'notifySubmission',
      'indexSubmissions',
      'purgeEndpoint',
      'trainFilter',
    ],
    ways: () => listKeysOf(newEndpointKey()),
  },
  {
    what: "list an endpoint's submissions",
    by: ['listSubmissions', 'searchSubmissions', 'notifySubmission', 'indexSubmissions'],
    ways: () => list(newEndpointKey(), 'data'),
  },
  {
    what: 'read an endpoint, or a submission by its id',
    by: READING_ENDPOINTS,
    ways: () => [...read(newEndpointKey()), ...read(newSubmissionKey())],
  },
  {
    what: "read the secret of an endpoint's captcha",
    by: [...READING_ENDPOINTS, 'createSubmission', 'createUpload', 'retrieveChallenge'],
    inWords: 'the functions above, `createSubmission`, `createUpload` and `retrieveChallenge`',
    ways: () => readAttribute(newEndpointKey(), 'captchaSecret'),
  },
  {
    what: "read an endpoint's addresses",
    by: [...READING_ENDPOINTS, 'answerConfirmation', 'createSubmission', 'purgeEndpoint'],
    inWords: 'those that read an endpoint, `answerConfirmation`, `createSubmission` and `purgeEndpoint`',
    ways: () => readAttribute(newEndpointKey(), 'targetEmails'),
  },
  {
    what: "change an endpoint's filter, and how a submission was learned",
    by: ['trainFilter'],
    ways: () => [
      ...put({ ...learnedFilterKey(newId('endpoint')), state: 'planted' }),
      ...update(learnedFilterKey(newId('endpoint')), { state: 'planted' }),
      ...update(newSubmissionKey(), { learnedAs: 'spam' }),
    ],
  },
  {
    what: 'mark a challenge as used',
    by: ['createSubmission', 'createUpload'],
    ways: () => put({ ...spentChallengeKey(newId('submission')), endpointId: newId('endpoint') }),
  },
  {
    what: 'list what an endpoint received that is not confirmed',
    by: ['listPendingSubmissions'],
    ways: () => list(newPendingKey(), 'data'),
  },
  {
    what: 'read such a submission by its id',
    by: [...CONFIRMING, 'notifySubmission'],
    ways: () => read(newPendingKey()),
  },
  {
    what: 'forge or change such a submission',
    by: ['createSubmission', 'answerConfirmation'],
    ways: () => [
      ...put({ ...newPendingKey(), data: '{}', location: 'Unknown' }),
      ...update(newPendingKey(), { data: '{}' }),
    ],
  },
  {
    what: 'remove such a submission',
    by: [...CONFIRMING, 'deleteSubmission', 'purgeEndpoint'],
    ways: () => remove(newPendingKey()),
  },
  {
    what: 'unsubscribe any mailbox from confirmations, by its hash',
    by: ['notifySubmission', 'unsubscribe'],
    ways: () => put({ ...unsubscribedKey(newId('submission')), unsubscribedAt: NEVER }),
  },
  {
    what: "delete a mailbox's count of confirmations, so that it gets more",
    by: ['notifySubmission'],
    ways: () => put({ ...mailboxLedgerKey(newId('submission')), counted: [], stamp: 'planted' }),
  },
  {
    what: 'read the secret with which mailboxes and tokens of confirmations are hashed',
    by: ['notifySubmission', 'unsubscribe', 'answerConfirmation'],
    ways: () => read(confirmationSecretKey()),
  },
  {
    what: 'stop confirmations, or resume them',
    by: ['notifySubmission', 'recordMailEvent'],
    ways: () => [
      ...put({ ...confirmationStopKey(), until: 0 }),
      ...update(confirmationStopKey(), { until: 0 }),
      ...put({ ...endpointLedger(newId('endpoint')), hours: {}, stamp: 'planted' }),
      ...update(endpointLedger(newId('endpoint')), { hours: {} }),
    ],
  },
  {
    what: 'drop a confirmation that waits',
    by: ['notifySubmission', 'purgeEndpoint'],
    ways: () => remove(waitingKey(newId('endpoint'), '00', newId('submission'))),
  },
  {
    what: 'read, forge or replace the record of a request that was sent with an `Idempotency-Key`, which has its response, encrypted with what was sent',
    by: OPERATIONS.filter(({ repeated }) => repeated).map(({ id }) => id),
    ways: () => [
      ...read(requestKey(newId('workspace'), 'hash')),
      ...put({ ...formRequestKey(newId('endpoint'), 'hash'), response: 'planted' }),
    ],
  },
  {
    what: "read or replace a day's secret, with which senders of forms and networks are hashed",
    by: ['createSubmission', 'requestSignInCode'],
    ways: () => [...read(dailySecretKey('2026-01-01')), ...put({ ...dailySecretKey('2026-01-02'), secret: 'planted' })],
  },
  { what: 'mark an upload as claimed', by: ['createSubmission'], ways: () => put(claimedUploadKey(newId('upload'))) },
  {
    what: 'change the counts of uploads, challenges and rules per minute, of tests of confirmations, codes and invitations, and of submissions that a key sent or examined',
    by: [
      'createSubmission',
      'createUpload',
      'retrieveChallenge',
      'retrieveRules',
      'searchSubmissions',
      'updateSubmissions',
      'deleteSubmissions',
      'testConfirmation',
      'createMember',
      'requestSignInCode',
      'sendSignInMail',
    ],
    ways: () => update(rateLimitKey(newId('endpoint'), 'uploads#1'), { used: 0 }),
  },
  {
    what: "change an endpoint's settings for files, a submission's list of files, and their scan results",
    by: ['createEndpoint', 'updateEndpoint', 'createSubmission', ...CONFIRMING, 'recordScan'],
    ways: () => [...put({ ...newSubmissionKey(), files: {} }), ...update(newSubmissionKey(), { files: {} })],
  },
  {
    what: "list the names of an endpoint's submitted files",
    by: ['createSubmission', 'indexSubmissions', 'listSubmissions', 'searchSubmissions', 'notifySubmission'],
    ways: () => list(newEndpointKey(), 'files'),
  },
  {
    what: "change a workspace's counts",
    by: ['createEndpoint', 'deleteEndpoint', 'createKey', 'deleteKey', 'createMember', 'deleteMember'],
    ways: () => [
      ...update(workspaceKey(newId('workspace')), { endpointCount: 0 }),
      ...update(workspaceKey(newId('workspace')), { keyCount: 0 }),
    ],
  },
  {
    what: "add entries to a workspace's lists, or replace them with empty ones",
    by: ['createEndpoint', 'updateEndpoint', 'createKey', 'createMember', 'createWorkspace'],
    ways: () => put(endpointOfWorkspaceKey(newId('workspace'), newId('endpoint'))),
  },
  {
    what: 'remove a workspace, entries of its lists, or a member',
    by: ['updateEndpoint', 'deleteEndpoint', 'deleteKey', 'deleteMember'],
    ways: () => remove(workspaceKey(newId('workspace'))),
  },
  {
    // `createEndpoint` and `createKey` write a workspace's entry by the permission for the endpoint and the key.
    what: 'rename a workspace, which resets its counts',
    by: ['createEndpoint', 'createKey', 'createWorkspace', 'updateWorkspace'],
    ways: () => [
      ...put({ ...workspaceKey(newId('workspace')), name: 'Planted' }),
      ...update(workspaceKey(newId('workspace')), { name: 'Planted' }),
    ],
  },
  {
    what: "list the ids of a workspace's endpoints and keys",
    by: ['listEndpoints', 'listStatistics', 'deleteKey', 'listKeys', 'listMembers', 'deleteMember'],
    ways: () => list(workspaceKey(newId('workspace')), 'name'),
  },
  { what: 'read the audit log', by: ['listAuditEntries'], ways: () => list(newAuditKey(), 'actor') },
  {
    what: "add entries to any workspace's audit log, or replace one by its id",
    by: [...OPERATIONS.filter(isAudited).map(({ id }) => id), 'purgeEndpoint', 'sendSignInMail', 'signIn'],
    inWords: 'every function whose operation it records, `purgeEndpoint`, `sendSignInMail` and `signIn`',
    ways: () => put({ ...newAuditKey(), actor: 'planted', operation: 'planted' }),
  },
  {
    what: 'change or remove an entry of the audit log otherwise',
    by: [],
    ways: () => [...update(newAuditKey(), { actor: 'planted' }), ...remove(newAuditKey())],
  },
  {
    what: 'make a member of any workspace, with any role',
    by: ['createMember', 'createWorkspace'],
    ways: () => [
      ...put({ ...newMemberKey(), address: 'planted@example.com', rights: { role: 'owner' } }),
      ...put({ ...newMembershipKey(), memberId: newId('member') }),
    ],
  },
  {
    what: "change a member's role or endpoints",
    by: ['updateMember'],
    ways: () => update(newMemberKey(), { rights: { role: 'owner' } }),
  },
  {
    what: "change which sessions end with a member's",
    by: ['signIn', 'endSession', 'endSessions', 'createWorkspace'],
    ways: () => update(newMemberKey(), { sessions: {} }),
  },
  {
    what: "list a workspace's members, with their addresses",
    by: ['listMembers', 'listEndpoints', 'listStatistics', 'listKeys', 'deleteKey', 'deleteMember'],
    ways: () => list(newMemberKey(), 'address'),
  },
  {
    what: "read a workspace's own item, or a member by its id",
    by: [
      'createKey',
      'deleteKey',
      'listKeys',
      'deleteEndpoint',
      'listEndpoints',
      'listStatistics',
      'createMember',
      'updateMember',
      'deleteMember',
      'createWorkspace',
      'retrieveWorkspace',
      'listSessions',
      'endSession',
      'endSessions',
      'signIn',
      'sendSignInMail',
    ],
    ways: () => read(newMemberKey()),
  },
  {
    what: 'list the workspaces of a person, by the hash of the address',
    by: ['signIn', 'createWorkspace', 'sendSignInMail'],
    ways: () => list(newMembershipKey(), 'memberId'),
  },
  {
    what: 'read the secret from which codes to sign in are derived',
    by: ['signIn', 'sendSignInMail', 'muteSignInCodes'],
    ways: () => read(signInSecretKey()),
  },
  { what: 'replace that secret', by: ['sendSignInMail'], ways: () => put({ ...signInSecretKey(), secret: 'planted' }) },
  {
    what: 'mute the codes of any person, or unmute them',
    by: ['muteSignInCodes'],
    ways: () => put({ ...muteKey(personOf('a@example.com')), mutedUntil: 0 }),
  },
  {
    what: 'open a code for any person, whose digits it does not know',
    by: ['requestSignInCode'],
    ways: () => put({ ...newCodeKey(), person: personOf('a@example.com'), endsAt: Date.now(), attempts: 0 }),
  },
  { what: 'allow more attempts at a code', by: ['signIn'], ways: () => update(newCodeKey(), { attempts: 0 }) },
  {
    what: "change an endpoint's page index",
    by: ['indexSubmissions'],
    ways: () => [
      ...put({ ...indexHeadKey(newId('endpoint')), version: 1 }),
      ...update(indexHeadKey(newId('endpoint')), { version: 1 }),
    ],
  },
  {
    what: "change an endpoint's counts of sent and failed mails",
    by: ['notifySubmission', 'indexSubmissions', 'recordMailEvent'],
    ways: () =>
      ['mailsSent', 'mailsFailed'].flatMap((count) => update(statisticsKey(newId('endpoint')), { [count]: 1 })),
  },
  {
    what: "remove an endpoint's page index",
    by: ['purgeEndpoint'],
    ways: () => remove(indexHeadKey(newId('endpoint'))),
  },
  {
    what: "list whether an endpoint's mails were delivered, with their addresses",
    by: ['retrieveDeliveries', 'notifySubmission', 'purgeEndpoint'],
    ways: () => list(newMailKey(), 'state'),
  },
  {
    what: 'mark a mail as sent or failed',
    by: ['notifySubmission', 'recordMailEvent'],
    ways: () => [
      ...put({ ...newMailKey(), state: 'sent' }),
      ...update(newMailKey(), { state: 'sent' }),
      ...put(failedMail()),
    ],
  },
  {
    what: 'read the secret of a webhook',
    by: ['testWebhook', 'sendWebhook'],
    ways: () => read(newWebhookKeys().secret),
  },
  {
    what: "change a webhook's URL, secret or headers",
    by: ['createWebhook', 'updateWebhook'],
    ways: () => [
      ...put({ ...newWebhookKeys().webhook, url: 'https://planted.example.com/' }),
      ...update(newWebhookKeys().webhook, { url: 'https://planted.example.com/' }),
      ...put({ ...newWebhookKeys().secret, secret: 'planted' }),
      ...update(newWebhookKeys().secret, { secret: 'planted' }),
      ...update(newWebhookKeys().secret, { headers: { 'x-planted': 'planted' } }),
      // One permission covers both items; nothing reads a URL from the secret or a secret from the webhook.
      ...put({ ...newWebhookKeys().secret, url: 'https://planted.example.com/' }),
      ...update(newWebhookKeys().webhook, { previousSecret: 'planted' }),
    ],
  },
  {
    what: 'remove a webhook, its secret or its log',
    by: ['deleteWebhook', 'purgeEndpoint'],
    ways: () => [...remove(newWebhookKeys().webhook), ...remove(newWebhookKeys().secret)],
  },
  {
    what: 'resend deliveries to webhooks',
    by: ['replayWebhookDeliveries', 'sendWebhook'],
    ways: () => update(newWebhookKeys().delivery, { state: 'pending' }),
  },
  {
    what: 'store messages for the delivery queues in the table, for any target',
    by: ['replayWebhookDeliveries', 'notifySubmission', 'sendWebhook'],
    ways: () => put({ ...dueMessageKey(formatTime(new Date()), newId('submission')), lane: 'webhook', body: '{}' }),
  },
  {
    what: "change an endpoint's count of webhooks",
    by: ['createWebhook', 'deleteWebhook'],
    ways: () => update(newEndpointKey(), { webhookCount: 0 }),
  },
];

function failedMail(): Keyed {
  const failed = { endpointId: newId('endpoint'), reason: 'planted', failedAt: formatTime(new Date()) };
  return { ...failedDeliveryKey(newId('submission'), 'a@example.com'), ...failed };
}

function newWebhookKeys() {
  const endpointId = newId('endpoint');
  const id = newWebhookId(endpointId);
  return {
    webhook: webhookKey(endpointId, id),
    secret: webhookSecretKey(endpointId, id),
    delivery: webhookDeliveryKey(id, 'msg_1'),
  };
}
