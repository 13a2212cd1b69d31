import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCAL } from '../../infra/localService/template.ts';
import type { Faults } from '../functions/faults.ts';
import type { LocalFunction } from '../functions/functions.ts';
import type { Call } from '../functions/policy.ts';
import type { Usage } from '../functions/usage.ts';
import { readAll, respond } from '../http/http.ts';
import { httpPost } from '../http/httpPost.ts';
import { newServer } from '../http/ports.ts';
import { complain } from '../process/complain.ts';
import { isOfDisk } from '../process/diskFiles.ts';
import { sendCounted } from './consumedCapacity.ts';
import { type DynamoDb, headersOf } from './dynamodb.ts';
import { readMailAddress } from './mailAddress.ts';
import { performOnQueue } from './queueActions.ts';
import type { Queues } from './queues.ts';
import { credentialOf } from './signature.ts';
import { callsOf } from './tableCalls.ts';

export interface Backends {
  db: DynamoDb;
  inboxUrl: string;
  queues: Queues;
  usage: Usage;
  faults?: Faults;
  functionNamed: (name: string) => LocalFunction | undefined;
}

interface ServiceRequest {
  /** The calling function, identified by its access key. */
  caller: LocalFunction;
  /** Such as `GetItem`; empty for SES, whose operations are paths. */
  action: string;
  /** The body as received; forwarded unchanged. */
  text: string;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  url: string;
}

interface ServiceResponse {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/**
 * One server for all AWS services that functions call. Checks each call against the calling function's policy, counts
 * it and forwards it.
 */
export const createAwsServices = (backends: () => Backends) =>
  newServer(async (incoming, outgoing) => {
    try {
      const response = await answer(incoming, backends());
      if (response === 'lost') incoming.socket.destroy();
      else send(outgoing, response);
    } catch (error) {
      if (isOfDisk(error)) complain('A local service of AWS failed:', error);
      send(outgoing, refuse(isOfDisk(error) ? 503 : 500, 'InternalServerError', String(error)));
    }
  }, 'ownOrigin');

const send = (outgoing: ServerResponse, { status, headers, body }: ServiceResponse): void =>
  respond(outgoing, { status, headers: { 'Content-Type': 'application/json', ...headers }, body });

async function answer(incoming: IncomingMessage, backends: Backends): Promise<ServiceResponse | 'lost'> {
  const { accessKeyId: name, service } = credentialOf(incoming);
  const caller = backends.functionNamed(name);
  if (!caller) return refuse(403, 'UnrecognizedClientException', `"${name}" is not a function of this stack.`);
  const text = (await readAll(incoming)).toString() || '{}';
  const body = JSON.parse(text) as Record<string, unknown>;
  const target = String(incoming.headers['x-amz-target'] ?? '').split('.');
  const action = target[1] ?? (service === 'ses' ? sesActionOf(incoming.url ?? '/') : '');
  const call: ServiceRequest = { caller, action, text, body, headers: incoming.headers, url: incoming.url ?? '/' };
  // SES faults apply to sending only: when a function reads the quota depends on its start.
  const fault =
    action === 'GetAccount' ? undefined : backends.faults?.take({ service, action, function: name, content: body });
  if (fault === undefined) return perform(service, call, backends);
  if (fault === 'dies' || fault === 'hangs') return refuse(500, 'UnknownFault', 'Only functions die or hang.');
  if (fault !== 'lost') return FAULT_ANSWERS[fault](service, body);
  await perform(service, call, backends);
  return 'lost';
}

const FAULT_ANSWERS = {
  unavailable: () => refuse(503, 'ServiceUnavailable', 'The service is not available.'),
  throttled: (service: string) =>
    service === 'ses'
      ? refuse(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.')
      : refuse(400, 'ThrottlingException', 'Rate exceeded.'),
  rejected: (service: string, body: Record<string, unknown>) =>
    service === 'ses'
      ? refuse(400, 'MessageRejected', `${NOT_VERIFIED} US-EAST-1: ${recipientsOf(body).join(', ')}`)
      : refuse(400, 'ValidationException', 'One or more parameter values were invalid.'),
};

/** The start of SES's message; the addresses follow. */
const NOT_VERIFIED = 'Email address is not verified. The following identities failed the check in region';
const recipientsOf = (body: Record<string, unknown>): string[] =>
  (body.Destination as { ToAddresses: string[] }).ToAddresses;

async function perform(service: string, call: ServiceRequest, backends: Backends): Promise<ServiceResponse> {
  if (service === 'dynamodb') return dynamodb(call, backends);
  if (service === 'ses') return ses(call, backends);
  if (service === 'sqs') return sqs(call, backends);
  return refuse(400, 'UnknownService', `The local cloud has no service "${service}".`);
}

async function dynamodb({ caller, action, text, body }: ServiceRequest, { db, usage }: Backends) {
  const denied = callsOf(action, body).find((needed) => !caller.policy.allows(needed));
  if (denied) return deny(400, caller, denied);
  const { response, units } = await sendCounted(db, action, text, body);
  usage.addCall(caller.name, action, units);
  return { ...response, headers: headersOf(response) };
}

export const SEND_EMAIL_PATH = '/v2/email/outbound-emails';
const ACCOUNT_PATH = '/v2/email/account';

/** The SES operations that the stack uses. */
const SES_ACTIONS: Record<string, string> = { [SEND_EMAIL_PATH]: 'SendEmail', [ACCOUNT_PATH]: 'GetAccount' };
const sesActionOf = (url: string): string => SES_ACTIONS[url] ?? url;

/** Unlimited (-1), so that only the settings limit mails. */
const LOCAL_ACCOUNT = { ProductionAccessEnabled: true, SendQuota: { MaxSendRate: -1, Max24HourSend: -1 } };

const SES_ARN = `arn:aws:ses:${LOCAL.region}:${LOCAL.accountId}:`;

/** SES authorizes the bare sender address and the configuration set, if any; `ses:FromDisplayName` is another condition key. */
async function ses(call: ServiceRequest, { inboxUrl }: Backends): Promise<ServiceResponse> {
  const { address: from } = readMailAddress(String(call.body.FromEmailAddress ?? ''));
  const isOfAccount = call.action === 'GetAccount';
  const resources = isOfAccount
    ? ['*']
    : [`identity/${from}`, ...configurationSetsOf(call.body)].map((name) => SES_ARN + name);
  const denied = resources
    .map((resource) => ({ action: `ses:${call.action}`, resource, context: { 'ses:FromAddress': from } }))
    .find((needed) => !call.caller.policy.allows(needed));
  if (denied) return deny(403, call.caller, denied);
  if (isOfAccount) return { status: 200, body: JSON.stringify(LOCAL_ACCOUNT) };
  const answer = await httpPost(inboxUrl + call.url, { 'Content-Type': 'application/json' }, call.text);
  return { ...answer, headers: headersOf(answer) };
}

const configurationSetsOf = ({ ConfigurationSetName: name }: ServiceRequest['body']): string[] =>
  name === undefined ? [] : [`configuration-set/${name}`];

async function sqs({ caller, action, body }: ServiceRequest, { queues }: Backends): Promise<ServiceResponse> {
  const queue = queues.byUrl(String(body.QueueUrl));
  if (!queue) return refuse(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
  const needed = { action: `sqs:${action}`, resource: queue.arn };
  if (!caller.policy.allows(needed)) return deny(403, caller, needed);
  const result = await performOnQueue(queue, action, body);
  if ('refusal' in result) return refuse(400, result.refusal, `The local queue refused ${action}.`);
  return { status: 200, body: JSON.stringify(result.answer) };
}

const deny = (status: number, caller: LocalFunction, { action, resource }: Call): ServiceResponse =>
  refuse(
    status,
    'AccessDeniedException',
    `User: ${caller.name} is not authorized to perform: ${action} on resource: ${resource}`,
  );

const refuse = (status: number, type: string, message: string): ServiceResponse => ({
  status,
  headers: { 'x-amzn-errortype': type },
  body: JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, Message: message }),
});
