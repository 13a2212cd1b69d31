import { isDeepStrictEqual } from 'node:util';
import { FILE_TYPES_DEFAULT } from '../../../shared/contract/choices.ts';
import { FILE_BYTES_DEFAULT, FILES_DEFAULT } from '../../../shared/contract/limits.ts';
import type { Operation } from '../../../shared/contract/operations/index.ts';
import { type Endpoint, EndpointUpdate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { originOf } from '../../../shared/contract/schemas/endpoints/spamSettings.ts';
import { takeControlFields } from '../../../shared/receiving/controlFields.ts';
import type { Counts } from './counts.ts';
import { type FuzzRequest, type FuzzResponse, isRefusal, jsonOf, type Service } from './exchange.ts';
import type { FuzzWorkspace, FuzzWorld } from './world.ts';

type Fields = Record<string, unknown>;

export interface Acknowledged {
  request: FuzzRequest;
  answer: FuzzResponse;
  data: unknown;
}

export class Owner {
  readonly #service: Service;
  readonly #counts: Counts;
  readonly #secret: string;

  constructor(service: Service, counts: Counts, { names }: FuzzWorkspace) {
    this.#service = service;
    this.#counts = counts;
    this.#secret = names.secret ?? '';
  }

  async ask(method: string, path: string, json?: unknown): Promise<{ status: number; json: unknown }> {
    const authorization: [string, string] = ['Authorization', `Bearer ${this.#secret}`];
    const request: FuzzRequest = {
      method,
      path,
      headers: json === undefined ? [authorization] : [authorization, ['Content-Type', 'application/json']],
      body: Buffer.from(json === undefined ? '' : JSON.stringify(json)),
    };
    const answer = await this.#service.send(request);
    this.#counts.add(this.#service.operationOf(request)?.id, answer.status);
    return { status: answer.status, json: jsonOf(answer) };
  }
}

export async function checkReadBack(
  { service, world, counts }: { service: Service; world: FuzzWorld; counts: Counts },
  acknowledged: Acknowledged,
): Promise<string[]> {
  const operation = service.operationOf(acknowledged.request);
  const owner = ownerOf(world, acknowledged.request);
  if (!operation || !owner || isRefusal(acknowledged.answer)) return [];
  // Validated, and not stored.
  if (acknowledged.request.path.includes('validate=only')) return [];
  const check = CHECKS[operation.id];
  return check ? check(new Owner(service, counts, owner), acknowledged) : [];
}

function ownerOf(world: FuzzWorld, request: FuzzRequest): FuzzWorkspace | undefined {
  const [, endpointId = ''] = /^\/v1\/f\/([^/?]+)/.exec(request.path) ?? [];
  if (endpointId === '') return world.callerOf(request);
  return world.workspaces.find(({ marks }) => marks.includes(decodeURIComponent(endpointId)));
}

type Check = (owner: Owner, acknowledged: Acknowledged) => Promise<string[]>;

const pathOf = ({ path }: FuzzRequest): string => path.split('?')[0] ?? '';

const differs = (what: string, found: unknown, expected: unknown): string[] =>
  isDeepStrictEqual(found, expected)
    ? []
    : [`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];

const sentFields = (data: Fields, object: Fields): Fields =>
  Object.fromEntries(Object.keys(data).map((name) => [name, object[name]]));

const FILES_UNLESS_SENT = { maxCount: FILES_DEFAULT, maxBytes: FILE_BYTES_DEFAULT, types: [...FILE_TYPES_DEFAULT] };

/** Settings in responses: null is absent, secrets are hidden, file settings are complete. */
function asAnswered({ allowedOrigins, captcha, files, confirmation, closesAt, ...data }: Fields): Fields {
  const { secret: _, ...shown } = (captcha ?? {}) as Fields;
  return Object.fromEntries(
    Object.entries({
      ...data,
      ...(allowedOrigins !== undefined && {
        allowedOrigins: allowedOrigins && [...new Set((allowedOrigins as string[]).map(originOf))],
      }),
      ...(confirmation !== undefined && {
        confirmation: confirmation && { emailField: 'email', ...(confirmation as Fields) },
      }),
      ...(closesAt !== undefined && { closesAt: closesAt && EndpointUpdate.parse({ closesAt }).closesAt }),
      ...(captcha !== undefined && { captcha: captcha && shown }),
      ...(files !== undefined && { files: files && { ...FILES_UNLESS_SENT, ...(files as Fields) } }),
    }).map(([name, value]) => [name, value ?? undefined]),
  );
}

const withoutDuplicates = (data: Fields): Fields => {
  if (!Array.isArray(data.targetEmails)) return data;
  const seen = new Set<string>();
  const targetEmails = (data.targetEmails as string[]).filter((email) => {
    const isNew = !seen.has(email.toLowerCase());
    seen.add(email.toLowerCase());
    return isNew;
  });
  return { ...data, targetEmails };
};

const endpointIsStored: Check = async (owner, { answer, data }) => {
  const endpoint = jsonOf(answer) as Fields;
  const { json } = await owner.ask('GET', `/v1/endpoint/${endpoint.id}`);
  const expected = withoutDuplicates(asAnswered(data as Fields));
  return [
    ...differs('the endpoint reads otherwise', json, endpoint),
    ...differs('the endpoint is not what was sent', sentFields(expected, endpoint), expected),
  ];
};

const submissionIsStored: Check = async (owner, { request, answer, data: sent }) => {
  const endpointId = pathOf(request).split('/').at(-1);
  const { json: endpoint } = await owner.ask('GET', `/v1/endpoint/${endpointId}`);
  const { data } = takeControlFields(sent as Fields, endpoint as Endpoint);
  if (answer.status === 303) {
    const { json } = await owner.ask('GET', `/v1/submissions/${endpointId}`);
    const { submissions } = json as { submissions: Fields[] };
    return submissions.some((submission) => isDeepStrictEqual(submission.data, data))
      ? []
      : ['the submission is not listed'];
  }
  const submission = jsonOf(answer) as Fields;
  const { json } = await owner.ask('GET', `/v1/submission/${endpointId}/${submission.id}`);
  const { isSpam, spamReason, ...read } = (json ?? {}) as Fields;
  const { isSpam: shownSpam, ...expected } = submission;
  return [
    ...differs('the submission reads otherwise', read, { ...expected, data }),
    ...differs('the sender sees that it is held', shownSpam, false),
    ...differs('a reason without being held', isSpam, spamReason !== undefined),
  ];
};

/** Sequences compare the rest with their model. */
const CHECKS: Record<Operation['id'], Check> = {
  createEndpoint: endpointIsStored,
  updateEndpoint: endpointIsStored,
  createSubmission: submissionIsStored,
};
