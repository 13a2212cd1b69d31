import { closedBecause } from '../../../shared/contract/closing.ts';
import { UNDELIVERED_DAYS } from '../../../shared/contract/limits.ts';
import type { Operation } from '../../../shared/contract/operations/index.ts';
import { expiryOf, NEVER, TIME_PATTERN } from '../../../shared/contract/time.ts';
import {
  byId,
  type Call,
  expectError,
  expectPage,
  expectResponse,
  type Fields,
  isSame,
  notFound,
  type Outcome,
  sorted,
  text,
} from './modelResponses.ts';
import { received, withoutNulls } from './modelSpam.ts';
import { WEBHOOK_STEPS } from './modelWebhooks.ts';

export interface ModelEndpoint extends Fields {
  id: string;
  workspaceId: string;
  slug: string;
  isEnabled: boolean;
  isArchived?: boolean;
  closesAt?: string;
}
interface ModelKey {
  id: string;
  workspaceId: string;
  name: string;
  expiresAt: string;
  permission: 'read' | 'write';
  secret: string;
}
interface ModelSubmission extends Fields {
  id: string;
  endpointId: string;
  data: unknown;
}

export interface ModelWebhook extends Fields {
  id: string;
  endpointId: string;
}

/** A model of the service's state according to the contract: plain lists. */
export class Model {
  endpoints: ModelEndpoint[] = [];
  keys: ModelKey[] = [];
  submissions: ModelSubmission[] = [];
  /** The first submissions of endpoints that merge duplicates, by what was sent. */
  merged: { input: string; id: string }[] = [];
  webhooks: ModelWebhook[] = [];
  readonly #siteUrl: string;

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  /** Fields are replaced, never changed inside. */
  copy(): Model {
    const copy = new Model(this.#siteUrl);
    copy.endpoints = this.endpoints.map((endpoint) => ({ ...endpoint }));
    copy.keys = this.keys.map((key) => ({ ...key }));
    copy.submissions = this.submissions.map((submission) => ({ ...submission }));
    copy.merged = [...this.merged];
    copy.webhooks = this.webhooks.map((webhook) => ({ ...webhook }));
    return copy;
  }

  /** Removes what is due a number of days after all of it has arrived. */
  removeDue(days: number): void {
    this.submissions = this.submissions.filter(({ endpointId, isSpam }) => {
      const endpoint: Fields = this.endpoints.find(({ id }) => id === endpointId) ?? {};
      const { keepDays, keep, keepSpamDays } = endpoint;
      const periods = [keepDays, keep && UNDELIVERED_DAYS, isSpam && keepSpamDays];
      return !periods.some((period) => typeof period === 'number' && period < days);
    });
  }

  ownEndpoint({ key }: Context, id: string): ModelEndpoint | undefined {
    return this.endpoints.find((endpoint) => endpoint.id === id && endpoint.workspaceId === key?.workspaceId);
  }

  /**
   * Applies a call; returns what is wrong with its outcome, or undefined.
   * Authenticates against `callers`: a request may continue with a key that was deleted after its authentication.
   */
  apply(call: Call, outcome: Outcome, callers: Model): string | undefined {
    const { operation } = call;
    const key = callers.keys.find(({ secret }) => secret === call.secret);
    if (operation.permission !== 'public') {
      if (!key) return expectError(outcome, 401, 'UNAUTHORIZED');
      if (operation.permission === 'write' && key.permission === 'read') return expectError(outcome, 403, 'FORBIDDEN');
    }
    return STEPS[operation.id]?.(this, { call, outcome, key, siteUrl: this.#siteUrl });
  }
}

export interface Context {
  call: Call;
  outcome: Outcome;
  /** The caller's key; exists unless the operation is public. */
  key: ModelKey | undefined;
  siteUrl: string;
}

export type Step = (model: Model, context: Context) => string | undefined;

const isTaken = (
  model: Model,
  { workspaceId, id }: Pick<ModelEndpoint, 'workspaceId' | 'id'>,
  slug: unknown,
): boolean =>
  model.endpoints.some((other) => other.workspaceId === workspaceId && other.id !== id && other.slug === slug);

const createEndpoint: Step = (model, { call, outcome, key, siteUrl }) => {
  const workspaceId = key?.workspaceId ?? '';
  const { slug } = call.body;
  if (isTaken(model, { workspaceId, id: '' }, slug)) return expectError(outcome, 409, 'CONFLICT');
  const id = String(outcome.json.id);
  const defaults = { name: slug, isEnabled: true, emailNotifications: true, redirectUrl: `${siteUrl}/thank-you` };
  const endpoint = {
    ...defaults,
    icon: 'file',
    color: 'gray',
    ...withoutNulls(call.body),
    id,
    workspaceId,
  } as unknown as ModelEndpoint;
  model.endpoints.push(endpoint);
  return expectResponse(outcome, 201, endpoint);
};

const retrieveEndpoint: Step = (model, context) => {
  const endpoint = model.ownEndpoint(context, context.call.endpointId);
  return endpoint ? expectResponse(context.outcome, 200, endpoint) : notFound(context.outcome);
};

const updateEndpoint: Step = (model, context) => {
  const { call, outcome } = context;
  const endpoint = model.ownEndpoint(context, call.endpointId);
  if (!endpoint) return notFound(outcome);
  if (isTaken(model, endpoint, call.body.slug)) return expectError(outcome, 409, 'CONFLICT');
  Object.assign(endpoint, call.body);
  for (const [name, value] of Object.entries(endpoint)) if (value === null) delete endpoint[name];
  return expectResponse(outcome, 200, endpoint);
};

const deleteEndpoint: Step = (model, context) => {
  const endpoint = model.ownEndpoint(context, context.call.endpointId);
  if (!endpoint) return notFound(context.outcome);
  model.endpoints = model.endpoints.filter((other) => other !== endpoint);
  model.submissions = model.submissions.filter(({ endpointId }) => endpointId !== endpoint.id);
  model.webhooks = model.webhooks.filter(({ endpointId }) => endpointId !== endpoint.id);
  return expectResponse(context.outcome, 200, {});
};

/** Each challenge is new; only for endpoints with ALTCHA. */
const retrieveChallenge: Step = (model, { call, outcome }) => {
  const endpoint = model.endpoints.find(({ id }) => id === call.endpointId);
  if (!endpoint?.captcha) return notFound(outcome);
  return expectResponse(outcome, 200, outcome.json);
};

const retrieveRules: Step = (model, { call, outcome }) => {
  const endpoint = model.endpoints.find(({ id }) => id === call.endpointId);
  if (!endpoint) return notFound(outcome);
  if (closedBecause(endpoint, Date.now())) return expectError(outcome, 403, 'DISABLED');
  const { fields = [], files, captcha } = endpoint;
  return expectResponse(outcome, 200, { fields, files, captcha: captcha && 'altcha' });
};

const createSubmission: Step = (model, { call, outcome }) => {
  const endpoint = model.endpoints.find(({ id }) => id === call.endpointId);
  if (!endpoint) return notFound(outcome);
  const isClosed = closedBecause(endpoint, Date.now()) !== undefined;
  const found = received(endpoint, call.body);
  if (isClosed && 'code' in found) return expectError(outcome, 403, 'DISABLED');
  if ('code' in found) return expectError(outcome, found.code === 'FORBIDDEN' ? 403 : 400, found.code);
  const { data, reason } = found;
  const input = sorted([endpoint.id, data]);
  const isMerged = endpoint.duplicates === 'merge';
  const merged = isMerged ? model.merged.find((each) => each.input === input) : undefined;
  const first = merged && model.submissions.find(({ id }) => id === merged.id);
  if (isClosed && !first) return expectError(outcome, 403, 'DISABLED');
  // Repeating a deleted submission, or one that now has a correct captcha response, creates a new one.
  const isNew = !first || (!isClosed && !reason && first.spamReason === 'captcha_failed');
  const id = isNew ? String(outcome.json.id) : first.id;
  if (isMerged && isNew) model.merged = [...model.merged.filter((each) => each !== merged), { input, id }];
  const shown = { id, endpointId: endpoint.id, location: 'Unknown', isSpam: false, isRead: false };
  // The sender cannot tell.
  if (isNew) model.submissions.push({ ...shown, data, ...(reason && { isSpam: true, spamReason: reason }) });
  return expectResponse(outcome, 201, shown);
};

function ownSubmission(model: Model, context: Context): ModelSubmission | undefined {
  const endpoint = model.ownEndpoint(context, context.call.endpointId);
  return model.submissions.find(({ id, endpointId }) => id === context.call.id && endpointId === endpoint?.id);
}

const retrieveSubmission: Step = (model, context) => {
  const submission = ownSubmission(model, context);
  return submission ? expectResponse(context.outcome, 200, submission) : notFound(context.outcome);
};

const updateSubmission: Step = (model, context) => {
  const submission = ownSubmission(model, context);
  if (!submission) return notFound(context.outcome);
  // A person's spam mark has no reason.
  if ('isSpam' in context.call.body) delete submission.spamReason;
  const { data: _, ...shown } = Object.assign(submission, context.call.body);
  return expectResponse(context.outcome, 200, shown);
};

const deleteSubmission: Step = (model, context) => {
  const submission = ownSubmission(model, context);
  if (!submission) return notFound(context.outcome);
  model.submissions = model.submissions.filter((other) => other !== submission);
  return expectResponse(context.outcome, 200, {});
};

/** A key's fields; its last access may be any time or absent. */
function expectKey(
  { status, json, from, to }: Outcome,
  expected: number,
  key: ModelKey,
  label?: unknown,
): string | undefined {
  const { lastAccess, ...fields } = json;
  if (lastAccess !== undefined && !TIME_PATTERN.test(String(lastAccess))) return `lastAccess is ${lastAccess}`;
  if (label !== undefined) {
    const [earliest = NEVER, latest = NEVER] = [from, to].map((time) => expiryOf(String(label), time));
    const expiresAt = String(fields.expiresAt);
    if (expiresAt < earliest || expiresAt > latest)
      return `${label} ends at ${expiresAt}, not ${earliest} to ${latest}`;
    key.expiresAt = expiresAt;
  }
  const known = answerOf(key);
  if (status === expected && isSame(fields, known)) return undefined;
  return `${status} ${text(json)} instead of ${expected} ${text(known)}`;
}

const answerOf = ({ secret: _, permission, ...key }: ModelKey) => ({
  ...key,
  ...(permission === 'read' && { permission }),
});

/** True if a key asks for a later expiry than its own; undefined if that depends on the exact time. */
function isBeyond(caller: ModelKey | undefined, label: unknown, { from, to }: Outcome): boolean | undefined {
  if (label === undefined || caller === undefined) return false;
  const [earliest = NEVER, latest = NEVER] = [from, to].map((time) => expiryOf(String(label), time));
  if (latest <= caller.expiresAt) return false;
  return earliest > caller.expiresAt ? true : undefined;
}

const isRefusedAsBeyond = (context: Context): boolean =>
  isBeyond(context.key, context.call.body.expiresAt, context.outcome) ?? context.outcome.status === 403;

const createKey: Step = (model, context) => {
  const { call, outcome, key: maker } = context;
  if (isRefusedAsBeyond(context)) return expectError(outcome, 403, 'FORBIDDEN');
  if (!outcome.secret) return `there is no secret in ${outcome.status} ${text(outcome.json)}`;
  const { workspaceId = '', permission = 'read' } = maker ?? {};
  const { id, expiresAt } = outcome.json;
  const fields = { id: String(id), name: String(call.body.name), expiresAt: String(expiresAt) };
  const key: ModelKey = { ...fields, workspaceId, permission, secret: outcome.secret };
  model.keys.push(key);
  return expectKey(outcome, 201, key, call.body.expiresAt);
};

const ownKey = (model: Model, { key, call }: Context): ModelKey | undefined =>
  model.keys.find(({ id, workspaceId }) => id === call.id && workspaceId === key?.workspaceId);

const updateKey: Step = (model, context) => {
  if (isRefusedAsBeyond(context)) return expectError(context.outcome, 403, 'FORBIDDEN');
  const key = ownKey(model, context);
  if (!key) return notFound(context.outcome);
  const { name = key.name, expiresAt } = context.call.body;
  key.name = String(name);
  return expectKey(context.outcome, 200, key, expiresAt);
};

const verifyKey: Step = (model, { key: caller, call, outcome }) => {
  const asked = call.body.key;
  const key = model.keys.find(({ id, secret }) => id === asked || secret === asked);
  return key && key.workspaceId === caller?.workspaceId ? expectKey(outcome, 200, key) : notFound(outcome);
};

const deleteKey: Step = (model, context) => {
  const key = ownKey(model, context);
  if (!key) return notFound(context.outcome);
  model.keys = model.keys.filter((other) => other !== key);
  return expectResponse(context.outcome, 200, {});
};

const listEndpoints: Step = (model, context) => {
  const own = model.endpoints.filter(({ workspaceId }) => workspaceId === context.key?.workspaceId);
  return expectPage(context, 'endpoints', own.sort(byId));
};

const listSubmissions: Step = (model, context) => {
  const endpoint = model.ownEndpoint(context, context.call.endpointId);
  if (!endpoint) return notFound(context.outcome);
  const own = model.submissions.filter(({ endpointId }) => endpointId === endpoint.id);
  return expectPage(context, 'submissions', own.sort(byId).reverse());
};

/** For one id: bulk requests are not one atomic step. */
const updateSubmissions: Step = (model, context) => {
  const { call, outcome } = context;
  if (!model.ownEndpoint(context, call.endpointId)) return notFound(outcome);
  const submission = ownSubmission(model, context);
  const { ids: _, ...flags } = call.body;
  if (submission && 'isSpam' in flags) delete submission.spamReason;
  if (submission) Object.assign(submission, flags);
  return expectResponse(outcome, 200, { results: [{ id: call.id, status: submission ? 'updated' : 'notFound' }] });
};

const deleteSubmissions: Step = (model, context) => {
  const { call, outcome } = context;
  if (!model.ownEndpoint(context, call.endpointId)) return notFound(outcome);
  const submission = ownSubmission(model, context);
  model.submissions = model.submissions.filter((other) => other !== submission);
  return expectResponse(outcome, 200, { results: [{ id: call.id, status: submission ? 'deleted' : 'notFound' }] });
};

const searchSubmissions: Step = (model, context) => {
  const { call, outcome } = context;
  const endpoint = model.ownEndpoint(context, call.endpointId);
  if (!endpoint) return notFound(outcome);
  const own = model.submissions.filter(({ endpointId }) => endpointId === endpoint.id).sort(byId);
  const found = (outcome.json.submissions ?? []) as Fields[];
  const shown = found.map(({ createdAt: _, ...submission }) => submission);
  return expectResponse({ ...outcome, json: shown as unknown as Fields }, 200, own.reverse());
};

/** Keys of the same millisecond may be in any order: the page is compared with the keys that it names. */
const listKeys: Step = (model, context) => {
  const { outcome } = context;
  const own = model.keys.filter(({ workspaceId }) => workspaceId === context.key?.workspaceId);
  const listed = (outcome.json.keys ?? []) as Fields[];
  const shown = listed.map(({ lastAccess: _, ...key }) => key);
  const known = own.map(answerOf);
  const first = (context.call.page.page - 1) * context.call.page.limit;
  const inOrder = [...Array(first).fill({}), ...shown.map(({ id }) => known.find((key) => key.id === id) ?? {})];
  const rest = Array(Math.max(0, known.length - inOrder.length)).fill({});
  const isComplete = inOrder.length === Math.min(known.length, first + context.call.page.limit);
  if (outcome.status === 200 && !isComplete) return `the list has not the ${known.length} keys: ${text(outcome.json)}`;
  const seen = { ...outcome, json: outcome.status === 200 ? { ...outcome.json, keys: shown } : outcome.json };
  return expectPage({ ...context, outcome: seen }, 'keys', outcome.status === 200 ? [...inOrder, ...rest] : known);
};

const STEPS: Record<Operation['id'], Step> = {
  createEndpoint,
  retrieveEndpoint,
  updateEndpoint,
  deleteEndpoint,
  listEndpoints,
  createSubmission,
  retrieveChallenge,
  retrieveRules,
  retrieveSubmission,
  updateSubmission,
  deleteSubmission,
  listSubmissions,
  searchSubmissions,
  updateSubmissions,
  deleteSubmissions,
  createKey,
  updateKey,
  verifyKey,
  deleteKey,
  listKeys,
  ...WEBHOOK_STEPS,
};
