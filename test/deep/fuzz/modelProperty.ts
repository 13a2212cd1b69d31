import fc from 'fast-check';
import * as z from 'zod/mini';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import type { EndpointUpdate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { KeyUpdate } from '../../../shared/contract/schemas/keys/key.ts';
import type { WebhookUpdate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { endpointKey, slugKey, workspaceKey } from '../../../shared/storage/table/itemKeys.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { submissionData } from './arbitraries/bodies.ts';
import { checkResponse } from './checks.ts';
import type { Counts } from './counts.ts';
import { type FuzzRequest, jsonOf, type Service } from './exchange.ts';
import { Model } from './model.ts';
import { type Call, isSame, type Outcome, text } from './modelResponses.ts';

export interface ModelStage {
  service: Service;
  counts: Counts;
  table: TableAccess;
  reset: () => void;
  /** Runs concurrent calls, in an order that the seed chooses where possible. */
  together: <T>(calls: (() => Promise<T>)[], seed: number) => Promise<T[]>;
  /** Runs it with the clock moved on, where possible. */
  later?: (ms: number, run: () => Promise<void>) => Promise<void>;
}

const NO_DELIVERY = 'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A step of a sequence; its ids are chosen from existing and former ones when it runs. */
interface Step {
  operationId: Operation['id'];
  workspace: number;
  key: number;
  endpoint: number;
  item: number;
  /** True if it may use ids of another workspace or endpoint. */
  isStray: boolean;
  body: Record<string, unknown>;
  page: { page: number; limit: number };
}

const WORKSPACES = 2;
/** More than the shorter of the periods in `fields`, and than three for submissions that are kept until delivered. */
const DAYS_LATER = 4;
const BATCHES_MAX = 25;
/** Concurrent calls; the number of possible orders is its factorial. */
const TOGETHER_MAX = 4;

/** Frequent, since `createUpload` needs it, and without a captcha. */
const FILES = { maxCount: 2, maxBytes: 1_000, types: ['image/*'] };

/** Often the same, so that endpoints have something to merge. */
const HELLO = { message: 'Hello' };

const SLUGS = ['slug-a', 'slug-b', 'slug-c', 'slug-d'];

/** Sequences read no mails, so that no submission may become pending, and train no filter. */
const fields: Record<Exclude<keyof EndpointUpdate, 'confirmation' | 'spamFilter'>, fc.Arbitrary<unknown>> = {
  slug: fc.constantFrom(...SLUGS),
  name: fc.constantFrom('Name', '🎉🎉🎉🎉', 'n'.repeat(64)),
  isEnabled: fc.boolean(),
  emailNotifications: fc.boolean(),
  redirectUrl: fc.constantFrom('https://example.com/a', 'http://example.com/b?c#d'),
  targetEmails: fc.constantFrom([], ['ana@example.com'], ['ana@example.com', 'bob@example.com']),
  icon: fc.constantFrom('file', 'rocket'),
  color: fc.constantFrom('gray', 'pink'),
  honeypotField: fc.constantFrom(null, 'website'),
  blockedTerms: fc.constantFrom(null, ['casino']),
  allowedOrigins: fc.constantFrom(null, null, null, null, ['https://example.com']),
  captcha: fc.constantFrom(null, null, { provider: 'altcha' }),
  files: fc.constantFrom(FILES, FILES, FILES, FILES, null),
  fields: fc.constantFrom(null, null, [{ name: 'message', type: 'text', required: true }]),
  unknownFields: fc.constantFrom(null, 'keep', 'drop', 'refuse'),
  duplicates: fc.constantFrom(null, 'merge', 'merge'),
  keepDays: fc.constantFrom(null, 1, 3_650),
  keepSpamDays: fc.constantFrom(null, 1, 3_650),
  closesAt: fc.constantFrom(null, null, null, '2020-01-01 00:00:00.000000', '2090-01-01 00:00:00.000000'),
  isArchived: fc.constantFrom(null, null, null, false, true),
  closedText: fc.constantFrom(null, 'Closed.'),
  maxSubmissions: fc.constantFrom(null, 1_000_000),
  thankYouText: fc.constantFrom(null, 'a\n<b>'),
  keep: fc.constantFrom(null, 'untilDelivered'),
};
const webhookFields: Record<Exclude<keyof WebhookUpdate, 'rotateSecret'>, fc.Arbitrary<unknown>> = {
  url: fc.constantFrom('https://example.com/hook', 'https://hooks.example.com:8443/'),
  events: fc.constantFrom(['submission.created'], ['submission.deleted', 'submission.updated']),
  includeSpam: fc.boolean(),
  isEnabled: fc.boolean(),
  format: fc.constantFrom(null, 'slack', 'standard'),
  template: fc.constantFrom(null, '{"text": "{{form}}"}'),
  headers: fc.constantFrom(null, { 'X-Token': 'secret' }),
};
const spamFields = {
  message: fc.constantFrom('Hello', 'a Casino', 'casinos'),
  _gotcha: fc.constantFrom('', 'filled in'),
  website: fc.constantFrom(' ', 'filled in'),
  _subject: fc.constant('An offer'),
  _next: fc.constant('//evil.example'),
  altcha: fc.constantFrom('', 'no solution', 'neither'),
};
const keyFields: Record<keyof KeyUpdate, fc.Arbitrary<unknown>> = {
  name: fc.constantFrom('Key one', 'Key two'),
  expiresAt: fc.constantFrom('1-day', '2-weeks', '1-month', '3-years', 'never'),
};
const atLeastOne = (record: fc.Arbitrary<object>) => record.filter((value) => Object.keys(value).length > 0);

const marks = atLeastOne(fc.record({ isRead: fc.boolean(), isSpam: fc.boolean() }, { requiredKeys: [] }));

const BODIES: Record<Operation['id'], fc.Arbitrary<object>> = {
  createEndpoint: fc.record(fields, { requiredKeys: ['slug', 'targetEmails'] }),
  updateEndpoint: atLeastOne(fc.record(fields, { requiredKeys: [] })),
  createSubmission: fc.oneof(submissionData, fc.record(spamFields, { requiredKeys: [] }), fc.constant(HELLO)),
  updateSubmission: marks,
  updateSubmissions: marks,
  createKey: fc.record(keyFields),
  updateKey: atLeastOne(fc.record(keyFields, { requiredKeys: [] })),
  createUpload: fc.constant({ name: 'a.png', type: 'image/png', bytes: 10 }),
  createWebhook: fc.record(webhookFields, { requiredKeys: ['url'] }),
  updateWebhook: atLeastOne(fc.record({ ...webhookFields, rotateSecret: fc.boolean() }, { requiredKeys: [] })),
  replayWebhookDeliveries: fc.constant({ ids: [NO_DELIVERY] }),
};

/** How often an operation is chosen, by default twice: a sequence needs data to work on. */
const WEIGHTS: Record<Operation['id'], number> = {
  createEndpoint: 4,
  createSubmission: 6,
  createUpload: 4,
  createWebhook: 4,
  updateEndpoint: 4,
  updateSubmission: 3,
  deleteEndpoint: 1,
};

const stepOf = (operation: Operation): fc.Arbitrary<Step> =>
  fc.record({
    operationId: fc.constant(operation.id),
    workspace: fc.nat(WORKSPACES - 1),
    key: fc.nat(9),
    endpoint: fc.nat(9),
    item: fc.nat(9),
    isStray: fc.integer({ min: 0, max: 7 }).map((number) => number === 7),
    body: (BODIES[operation.id] ?? fc.constant({})) as fc.Arbitrary<Record<string, unknown>>,
    page: fc.record({ page: fc.integer({ min: 1, max: 3 }), limit: fc.constantFrom(1, 2, 100) }),
  });

const step = fc.oneof(
  // Tokens are in mails, which sequences do not read; without one, nothing becomes pending.
  ...OPERATIONS.filter(({ group }) => group !== 'confirmations').map((operation) => ({
    weight: WEIGHTS[operation.id] ?? 2,
    arbitrary: stepOf(operation),
  })),
);
const batch = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(step) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: TOGETHER_MAX }) },
);

const firstStep = (operationId: string, workspace: number, body: Step['body']): Step => {
  const page = { page: 1, limit: 1 };
  return { operationId, workspace, key: 0, endpoint: 0, item: 0, isStray: false, body, page };
};

const FIRST_STEPS = [0, 1].flatMap((workspace) => [
  firstStep('createEndpoint', workspace, { slug: 'slug-a', targetEmails: [], duplicates: 'merge' }),
  firstStep('createSubmission', workspace, HELLO),
  firstStep('createKey', workspace, { name: 'Key one', expiresAt: 'never' }),
  firstStep('createWebhook', workspace, { url: 'https://example.com/hook' }),
]);

/** Sequences of all operations by several workspaces, partly concurrent: the responses match the model. */
export const modelProperty = (stage: ModelStage) =>
  fc.asyncProperty(
    fc.array(fc.record({ steps: batch, order: fc.nat() }), { maxLength: BATCHES_MAX, size: 'medium' }),
    async (batches) => {
      stage.reset();
      const sequence = new Sequence(stage);
      await sequence.begin();
      for (const each of FIRST_STEPS) await sequence.take([each], 0);
      for (const { steps, order } of batches) await sequence.take(steps, order);
      await sequence.compareLists();
      await sequence.compareCounts();
      await sequence.compareKept();
    },
  );

class Sequence {
  readonly #stage: ModelStage;
  /** Several if concurrent calls may have been executed in different orders. */
  #models: Model[];
  readonly #secrets: string[][] = [];
  readonly #known: Known[] = [];
  readonly #taken: string[] = [];

  constructor(stage: ModelStage) {
    this.#stage = stage;
    this.#models = [new Model(stage.service.siteUrl)];
  }

  async begin(): Promise<void> {
    const { table } = this.#stage;
    for (let i = 0; i < WORKSPACES; i++) {
      const { workspaceId, keyId, key } = await new Workspaces(table).create('Model');
      const fixed = { workspaceId, expiresAt: NEVER };
      const reader = await new Keys(table).create(workspaceId, { name: 'Reader', expiresAt: NEVER }, 'read');
      this.#models[0]?.keys.push(
        { ...fixed, id: keyId, name: 'First key', permission: 'write', secret: key },
        { ...fixed, id: reader.key.id, name: 'Reader', permission: 'read', secret: reader.secret },
      );
      this.#secrets.push([key, key, key, key, reader.secret]);
      this.#known.push({ group: 'keys', workspace: i, id: reader.key.id, endpointId: '' });
    }
  }

  /** Makes the calls of some steps concurrently and finds an order in which the model gives their outcomes. */
  async take(steps: Step[], order: number): Promise<void> {
    const calls = steps.map((each) => this.#callOf(each));
    const outcomes = await this.#stage.together(
      calls.map((call) => () => this.#make(call)),
      order,
    );
    const all = calls.map((call, i) => ({ call, outcome: outcomes[i] as Outcome }));
    this.#taken.push(all.map(({ call, outcome }) => described(call, outcome)).join('\n  with '));
    // A list combines several reads: concurrently with other calls it need not match one moment.
    const taken = all.length === 1 ? all : all.filter(({ call }) => !call.operation.id.startsWith('list'));
    this.#explain(taken);
    for (const { call, outcome } of all) this.#remember(call, outcome);
  }

  #explain(taken: Taken[]): void {
    const problems = new Set<string>();
    const models = this.#models.flatMap((model) => explanations(model, taken, problems));
    if (models.length === 0) throw new Error(`${[...problems].join('\n')}\nafter\n${this.#taken.join('\n')}`);
    this.#models = models.length === 1 ? models : withoutDoubles(models);
  }

  async compareLists(): Promise<void> {
    for (const [i] of this.#secrets.entries()) {
      await this.#readList('listEndpoints', i);
      await this.#readList('listKeys', i);
    }
    await this.#readListsOfEndpoints('listSubmissions', 'listWebhooks');
  }

  /** Once some days have passed, lists lack what is due, although nothing has removed it. */
  async compareKept(): Promise<void> {
    await this.#stage.later?.(DAYS_LATER * 86_400_000, async () => {
      for (const model of this.#models) model.removeDue(DAYS_LATER);
      await this.#readListsOfEndpoints('listSubmissions');
    });
  }

  async #readListsOfEndpoints(...operationIds: Operation['id'][]): Promise<void> {
    for (const { id, workspace } of this.#known.filter(({ group }) => group === 'endpoints'))
      for (const operationId of operationIds) await this.#readList(operationId, workspace, id);
  }

  /** The claimed slugs and quotas match the existing items. */
  async compareCounts(): Promise<void> {
    const { endpoints, keys, webhooks } = this.#models[0] as Model;
    const { table } = this.#stage;
    const ofWorkspace = <T extends { workspaceId: string }>(list: T[], id: string) =>
      list.filter(({ workspaceId }) => workspaceId === id);
    for (const id of new Set(keys.map(({ workspaceId }) => workspaceId))) {
      const counted = await table.get(workspaceKey(id));
      const claimed = await Promise.all(SLUGS.map(async (slug) => (await table.get(slugKey(id, slug)))?.endpointId));
      const own = ofWorkspace(endpoints, id);
      const existing = SLUGS.map((slug) => own.find((endpoint) => endpoint.slug === slug)?.id);
      expectSame('the slugs', claimed, existing, this.#taken);
      expectSame('the endpoints', counted?.endpointCount, own.length, this.#taken);
      expectSame('the keys', counted?.keyCount, ofWorkspace(keys, id).length, this.#taken);
    }
    for (const { id } of endpoints) {
      const { webhookCount = 0 } = (await table.get(endpointKey(id))) ?? {};
      const own = webhooks.filter(({ endpointId }) => endpointId === id);
      expectSame('the webhooks', webhookCount, own.length, this.#taken);
    }
  }

  async #readList(operationId: string, workspace: number, endpointId = ''): Promise<void> {
    const operation = operationWith(operationId);
    const secret = this.#secrets[workspace]?.[0] ?? '';
    for (let page = 1, pages = 1; page <= pages; page++) {
      const call: Call = { operation, secret, endpointId, id: '', body: {}, page: { page, limit: 2 } };
      const outcome = await this.#make(call);
      this.#taken.push(`at the end ${described(call, outcome)}`);
      this.#explain([{ call, outcome }]);
      const { totalPages = 1 } = (outcome.json._metadata ?? {}) as { totalPages?: number };
      pages = totalPages;
    }
  }

  #callOf({ operationId, workspace, key, endpoint, item, isStray, body, page }: Step): Call {
    const operation = operationWith(operationId);
    const all = isStray ? this.#known : this.#known.filter((each) => each.workspace === workspace);
    const endpoints = all.filter(({ group }) => group === 'endpoints');
    const { id: endpointId = NO_ENDPOINT } = pickLate(endpoints, endpoint) ?? {};
    const secret = pick(this.#secrets[workspace] ?? [], key) ?? '';
    if (operation.id === 'verifyKey') {
      const keys = all.filter(({ group }) => group === 'keys').map(({ id }) => id);
      const known = [...keys, ...(isStray ? this.#secrets.flat() : (this.#secrets[workspace] ?? []))];
      return { operation, secret, endpointId, id: '', body: { key: pick(known, item) }, page };
    }
    const named = pickLate(
      all.filter(({ group }) => group === operation.group),
      item,
    );
    const id = named?.id ?? NOTHING[operation.group];
    const isSubmission = operation.group === 'submissions' && (operation.path.includes('{id}') || takesIds(operation));
    const itsEndpoint = isSubmission && named && !isStray ? named.endpointId : endpointId;
    const ids = { ...(takesIds(operation) && { ids: [id] }), ...(operation.id === 'createWebhook' && { endpointId }) };
    return { operation, secret, endpointId: itsEndpoint, id, body: { ...body, ...ids }, page };
  }

  async #make(call: Call): Promise<Outcome> {
    const { service, counts } = this.#stage;
    const request = requestOf(call);
    const from = new Date();
    const answer = await service.send(request);
    counts.add(call.operation.id, answer.status);
    const problems = checkResponse(service, request, answer);
    if (problems.length > 0) throw new Error(`${problems.join('\n')}\nafter\n${this.#taken.join('\n')}`);
    const json = jsonOf(answer) as Outcome['json'];
    return { status: answer.status, json, secret: answer.headers['x-api-key-secret'], from, to: new Date() };
  }

  #remember({ operation, secret: caller, endpointId }: Call, { status, json, secret }: Outcome): void {
    // Other operations do not refer to an upload.
    if (status !== 201 || operation.id === 'createUpload') return;
    const { group } = operation;
    const itsWorkspace = this.#known.find(({ id }) => id === endpointId)?.workspace ?? 0;
    const callers = this.#secrets.findIndex((secrets) => secrets.includes(caller));
    this.#known.push({
      group,
      workspace: group === 'submissions' ? itsWorkspace : callers,
      id: String(json.id),
      endpointId,
    });
    if (secret) this.#secrets[callers]?.push(secret);
  }
}

interface Known {
  group: Operation['group'];
  workspace: number;
  id: string;
  endpointId: string;
}

const NO_ENDPOINT = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NOTHING: Record<Operation['group'], string> = {
  endpoints: NO_ENDPOINT,
  submissions: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  keys: 'key_0000000000000000000000',
  webhooks: 'whk_01ARZ3NDEKTSV4RRFFQ69G5FAV01ARZ3NDEKTSV4RR',
  confirmations: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  audit: 'aud_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  members: 'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
};
/** Older ids are rarely used, because their items may already be deleted. */
const LATE_MAX = 3;

const operationWith = (operationId: string): Operation => OPERATIONS.find(({ id }) => id === operationId) as Operation;

const pickLate = <T>(choices: T[], position: number): T | undefined => pick(choices.slice(-LATE_MAX), position);
const pick = <T>(choices: T[], position: number): T | undefined => choices[position % Math.max(1, choices.length)];

interface Taken {
  call: Call;
  outcome: Outcome;
}

/** The model after all calls, for each order in which every outcome matches; collects the mismatches of the others. */
function explanations(model: Model, taken: Taken[], problems: Set<string>, first = model): Model[] {
  if (taken.length === 0) return [model];
  return taken.flatMap(({ call, outcome }) => {
    const rest = taken.filter((other) => other.call !== call);
    // Authentication happened at some time since the first of these calls began.
    return (model === first ? [model] : [model, first]).flatMap((callers) => {
      const next = model.copy();
      const problem = next.apply(call, outcome, callers);
      if (problem) problems.add(`${call.operation.id}: ${problem}`);
      return problem ? [] : explanations(next, rest, problems, first);
    });
  });
}

function expectSame(what: string, counted: unknown, existing: unknown, taken: string[]): void {
  if (isSame(counted, existing)) return;
  throw new Error(`${what}: ${text(counted)} are counted of ${text(existing)}\nafter\n${taken.join('\n')}`);
}

const withoutDoubles = (models: Model[]): Model[] => [
  ...new Map(models.map((model) => [JSON.stringify(model), model])).values(),
];

const takesIds = ({ id }: Operation): boolean => id === 'updateSubmissions' || id === 'deleteSubmissions';

function requestOf({ operation, secret, endpointId, id, body, page }: Call): FuzzRequest {
  const own = operation.group === 'endpoints' ? endpointId : id;
  const path = operation.path.replace('{endpointId}', endpointId).replace('{id}', own);
  const isPaged = operation.query instanceof z.ZodMiniObject && 'page' in operation.query.shape;
  const query = isPaged ? `?page=${page.page}&limit=${page.limit}` : '';
  const hasBody = operation.bodyTypes.length > 0;
  return {
    method: operation.method,
    path: path + query,
    headers: [
      ['Authorization', `Bearer ${secret}`],
      ...(hasBody ? [['Content-Type', 'application/json'] as [string, string]] : []),
    ],
    body: Buffer.from(hasBody ? JSON.stringify(body) : ''),
  };
}

function described(call: Call, { status, json }: Outcome): string {
  const { method, path, body } = requestOf(call);
  return `${method} ${path} ${body} with ${call.secret.slice(0, 8)}… → ${status} ${JSON.stringify(json)}`;
}
