import fc from 'fast-check';
import { anyCase, documentedCase, type FuzzCase } from './arbitraries/requests.ts';
import { checkIsolation, checkResponse, isFormPage } from './checks.ts';
import type { Counts } from './counts.ts';
import { type FuzzRequest, type FuzzResponse, jsonOf, type Service, show, textOf } from './exchange.ts';
import { checkReadBack } from './readBack.ts';
import type { FuzzWorld } from './world.ts';

export interface Stage {
  service: Service;
  counts: Counts;
  newWorld: () => Promise<FuzzWorld>;
  inspect: (world: FuzzWorld, request: FuzzRequest, answer: FuzzResponse) => string[];
}

const CASE_REQUESTS_MAX = 20;

/** Any requests to two workspaces: every response keeps the contract's promises. */
export const requestsProperty = (stage: Stage) =>
  fc.asyncProperty(fc.array(anyCase, { minLength: 1, maxLength: CASE_REQUESTS_MAX }), async (cases) => {
    const world = await stage.newWorld();
    for (const each of cases) await runCase(stage, world, each);
  });

const ENDPOINTS =
  /endpointIds(?:\[\d+\] must be (?:the id of an endpoint|an endpoint of the workspace)| must be left out or null for an owner)/;

/** Rejections that depend on the state left by earlier requests, or on an `Origin`, by message. */
const BY_STATE: Partial<Record<string, RegExp>> = {
  // The endpoint requires a captcha, or does not accept such files.
  createSubmission: /^The captcha response is missing|^The form is invalid|^The body has no fields/,
  createUpload: /^The captcha response|^(?:The|A|An uploaded) file |^The form has a file/,
  // It names no endpoint of the workspace.
  createKey: ENDPOINTS,
  createMember: ENDPOINTS,
  updateMember: ENDPOINTS,
  updateEndpoint: /captcha\.secret is missing: \w+ requires it/,
  testConfirmation: /^This endpoint has no confirmation|must be one of targetEmails/,
  replayWebhookDeliveries: /^The webhook is disabled/,
};

const isByState = (id: string, answer: FuzzResponse): boolean =>
  isFormPage(answer) ||
  (BY_STATE[id]?.test(String((jsonOf(answer) as { message?: string } | undefined)?.message)) ?? false);

/** Requests that the document allows: none is rejected, except for stored state. */
export const documentedProperty = ({ service, counts, newWorld }: Omit<Stage, 'inspect'>) =>
  fc.asyncProperty(fc.array(documentedCase, { minLength: 1, maxLength: CASE_REQUESTS_MAX }), async (cases) => {
    const world = await newWorld();
    for (const { request: template, right = '' } of cases) {
      const request = world.resolve(template);
      const answer = await service.send(request);
      counts.add(right, answer.status);
      if (![400, 413, 415].includes(answer.status) || isByState(right, answer)) continue;
      throw new Error(`${right} refuses what the document allows.\n${show(request)}\n→ ${textOf(answer)}`);
    }
  });

async function runCase(stage: Stage, world: FuzzWorld, { request: template, right, data }: FuzzCase): Promise<void> {
  const { service, counts, inspect } = stage;
  const request = world.resolve(template);
  const answer = await service.send(request);
  counts.add(service.operationOf(request)?.id, answer.status);
  const problems = [
    ...checkResponse(service, request, answer),
    ...checkIsolation(world, request, answer),
    ...inspect(world, request, answer),
  ];
  if (right && [400, 413, 415].includes(answer.status) && !isByState(right, answer))
    problems.push(`a right request of ${right} is refused`);
  if (right)
    problems.push(
      ...(await checkReadBack({ service, world, counts }, { request, answer, data: resolved(world, data) })),
    );
  if (problems.length === 0) return;
  const text = textOf(answer).slice(0, 1_000);
  throw new Error(
    `${problems.join('\n')}\n${show(request)}\n→ ${answer.status} ${JSON.stringify(answer.headers)} ${text}`,
  );
}

function resolved(world: FuzzWorld, data: unknown): unknown {
  const body = Buffer.from(JSON.stringify(data ?? null));
  return JSON.parse(world.resolve({ method: '', path: '', headers: [], body }).body.toString());
}
