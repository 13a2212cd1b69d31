import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_STATUS_HEADER } from '../../../shared/contract/headers.ts';
import { isId } from '../../../shared/contract/ids.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { EXAMPLE_IDS } from '../../../shared/contract/schemas/commonDocs.ts';
import { docsOf } from '../../../shared/openapi/operationDocs.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import type { Client, Request, TextResponse } from './client.ts';
import { adviceOn, demand, demandEqual, type Inspector } from './inspect.ts';

type Kind = keyof typeof EXAMPLE_IDS;
export type Fields = Record<string, unknown>;

/** Differences of a request from the documented example: other fields, or another body, query or header. */
export type Variation = Request & { fields?: Fields; json?: Fields; query?: string };

export class ExampleClient {
  readonly client: Client;
  readonly inspector: Inspector;
  /** Part of the slug or name of everything that this run creates. */
  readonly marker = `smoke-${randomBytes(6).toString('hex')}`;
  readonly #made = new Map<Kind, Fields>();

  /** With the operator's rights; undefined if the run only knows the service's address. */
  readonly table: Table | undefined;

  constructor(client: Client, inspector: Inspector, table?: Table) {
    this.client = client;
    this.inspector = inspector;
    this.table = table;
  }

  /** Adds to the known fields of the last item of this kind that the run created. */
  keep(kind: Kind, fields: Fields): void {
    this.#made.set(kind, { ...this.#made.get(kind), ...fields });
  }

  /** @throws Error if the check that creates it failed */
  get(kind: Kind, field = 'id'): string {
    const value = this.#made.get(kind)?.[field];
    demand(typeof value === 'string', `skipped: the run has no ${kind}, because creating it failed`);
    return value;
  }

  /** Sends a request with these path parameters; to a public operation without a credential. */
  async ask(
    id: string,
    params: Record<string, string> = {},
    { query = '', ...request }: Request & { query?: string } = {},
  ): Promise<TextResponse> {
    const { method, path, permission } = declarationOf(id);
    const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const credential = permission === 'public' ? { authorization: 'none' } : {};
    return { ...(await this.client.send(method, pathname + query, { ...credential, ...request })), operationId: id };
  }

  /** @throws Error unless the response is 200 */
  async demandDone(...call: Parameters<ExampleClient['ask']>): Promise<void> {
    this.inspector.success(await this.ask(...call), 200);
  }

  /** Sends an operation's first documented example, with the ids of items of this run. */
  async example(id: string, { fields, query, ...request }: Variation = {}) {
    const key = randomUUID();
    const docs = docsOf(id);
    const params = Object.entries(docs.params).map(([name, { example }]) => [name, example]);
    const shown = Object.entries(docs.query).filter(([, { isLeftOut }]) => !isLeftOut);
    const search = new URLSearchParams(shown.map(([name, { example }]) => [name, String(example)]));
    const json = request.json ?? (docs.body && this.#withIds({ ...firstOf(docs.body), ...fields }));
    const { repeated, permission } = declarationOf(id);
    const isRecorded = repeated !== undefined && permission !== 'public';
    const ask = () =>
      this.ask(id, this.#withIds(Object.fromEntries(params)), {
        query: query ?? (shown.length > 0 ? `?${search}` : ''),
        headers: { Accept: 'application/json', ...(isRecorded && { [IDEMPOTENCY_KEY_HEADER]: key }) },
        ...request,
        json,
      });
    return { answer: await ask(), sent: json ?? {}, ...(isRecorded && { repeat: ask }) };
  }

  /**
   * Sends the example, and checks that the response matches its declaration and repeats the sent and known values.
   * @throws Error with the difference
   */
  async succeed(id: string, variation?: Variation): Promise<{ body: Fields; sent: Fields }> {
    const { answer, sent, repeat } = await this.example(id, variation);
    const { status, response } = declarationOf(id);
    this.inspector.success(answer, status);
    const { success, error } = response.safeParse(answer.json);
    demand(success, `the response does not match its schema: ${error?.message}`);
    const body = answer.json as Fields;
    const secret = secretIn(answer, id);
    const kind = (Object.keys(EXAMPLE_IDS) as Kind[]).find((each) => isId(each, String(body.id)));
    const { secret: _, ...known } = (kind && id.startsWith('retrieve') && this.#made.get(kind)) || {};
    for (const [name, value] of Object.entries({ ...sent, ...known }))
      if (name in known || (name in body && !isConverted(id, name))) demandEqual(name, body[name], value);
    if (kind && id.startsWith('create')) this.#made.set(kind, { ...body, ...(secret && { secret }) });
    const again = await repeat?.();
    if (again) demand(again.headers.has(IDEMPOTENCY_STATUS_HEADER), `a repeated ${id} is not replayed${adviceOn(id)}`);
    return { body, sent };
  }

  #withIds<T extends object>(value: T): T {
    const withId = (json: string, [kind, id]: [string, string]) =>
      json.includes(id) ? json.replaceAll(id, this.get(kind as Kind)) : json;
    return JSON.parse(Object.entries(EXAMPLE_IDS).reduce(withId, JSON.stringify(value)));
  }
}

/** The secret in a response header, which is returned only once. */
function secretIn({ headers, text }: TextResponse, id: string): string | undefined {
  const { responseHeader } = docsOf(id);
  if (responseHeader === undefined || !id.startsWith('create')) return undefined;
  const secret = headers.get(responseHeader);
  demand(secret !== null && secret !== '', `there is no header ${responseHeader}`);
  demand(!text.includes(secret), 'the body has the secret');
  return secret;
}

/** True if the documented response has another value than the request, such as a date for `90-days`. */
function isConverted(id: string, name: string): boolean {
  const { body = {}, response } = docsOf(id);
  const sent = firstOf(body);
  return name in sent && !isDeepStrictEqual(sent[name], (response.example as Fields)[name]);
}

const firstOf = (examples: NonNullable<ReturnType<typeof docsOf>['body']>): Fields =>
  (Object.values(examples)[0]?.value ?? {}) as Fields;

export const declarationOf = (id: string) => {
  const operation = OPERATIONS.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
};
