import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LOCAL } from '../../../infra/localService/template.ts';
import type { Fault, Faults } from '../../functions/faults.ts';
import type { Usage } from '../../functions/usage.ts';
import { respond } from '../../http/http.ts';
import { newServer } from '../../http/ports.ts';
import { complain } from '../../process/complain.ts';
import { isOfDisk } from '../../process/diskFiles.ts';
import { authenticate, type FindCaller } from './authentication.ts';
import type { Bucket } from './bucket.ts';
import { deleteObject, deleteObjects, listObjects, listVersions } from './bucketOperations.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { getObject, RESPONSE_PARAMETERS } from './readObject.ts';
import type { S3Request, S3Response } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { copyObject, putObject } from './writeObject.ts';

/** Available once the template has been read. */
export interface S3Backends {
  bucketNamed: (name: string) => Bucket | undefined;
  findCaller: FindCaller;
  usage: Usage;
  faults?: Faults;
}

/**
 * The part of S3 that functions and pages use. Checks every request's Signature Version 4 in its header or URL, then
 * the policy of the function that signed it. So pages of any origin may send requests, as to AWS.
 */
export const createS3 = (backends: () => S3Backends): Server =>
  newServer(async (incoming, outgoing) => {
    const parsed = parseRequest(incoming);
    const bucket = backends().bucketNamed(parsed.bucketName);
    const rules = bucket?.corsRules ?? [];
    try {
      const isPreflight = incoming.method === 'OPTIONS';
      const response = isPreflight
        ? { status: 200, headers: preflightHeaders(rules, parsed.headers) }
        : await perform(incoming, { ...parsed, bucket }, backends());
      if (response === 'lost') return void incoming.socket.destroy();
      const cors = isPreflight ? {} : corsHeaders(rules, incoming.method ?? '', parsed.headers);
      await send(outgoing, { ...response, headers: { ...response.headers, ...cors } });
    } catch (error) {
      dropRest(incoming);
      if (isOfDisk(error)) complain('The bucket failed:', error);
      else if (!(error instanceof S3Error)) throw error;
      const refusal = error instanceof S3Error ? error : new S3Error('ServiceUnavailable');
      refuse(incoming, outgoing, refusal, corsHeaders(rules, incoming.method ?? '', parsed.headers));
    }
  });

async function send(outgoing: ServerResponse, { status, headers = {}, body = '' }: S3Response): Promise<void> {
  const all: Record<string, string> = {
    'x-amz-request-id': newRequestId(),
    Server: 'AmazonS3',
    ...ownTime(),
    ...headers,
  };
  // The response to HEAD has the length of the omitted body.
  if (typeof body === 'string' && 'Content-Length' in all) outgoing.writeHead(status, all).end();
  else if (typeof body === 'string') respond(outgoing, { status, headers: all, body });
  else await pipeline(body, outgoing.writeHead(status, all)).catch(ignoreReaderGone(outgoing));
}

/** The client may disconnect at any time. */
const ignoreReaderGone = (outgoing: ServerResponse) => (error: unknown) => {
  if (!outgoing.destroyed) throw error;
};

function refuse({ method }: IncomingMessage, outgoing: ServerResponse, error: S3Error, cors: Record<string, string>) {
  const requestId = newRequestId();
  const headers = { 'x-amz-request-id': requestId, 'Content-Type': 'application/xml', ...ownTime(), ...cors };
  const isBare = method === 'HEAD' || error.status === 304;
  respond(outgoing, { status: error.status, headers, body: isBare ? '' : error.toXml(requestId) });
}

/** Discards the rest of a request, so that a browser can read the response. */
function dropRest(incoming: IncomingMessage): void {
  incoming.unpipe();
  incoming.resume();
}

/** Clients with a different clock correct their own by this header. */
const ownTime = () => ({ Date: new Date().toUTCString() });

const newRequestId = (): string => randomBytes(8).toString('hex').toUpperCase();

interface ParsedRequest {
  bucketName: string;
  key: string;
  /** Decoded. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string | undefined>;
}

/** `/bucket/key?query`: the form `bucket.host` would need DNS names. */
function parseRequest({ url = '/', headers }: IncomingMessage): ParsedRequest {
  const [rawPath = '/', rawQuery = ''] = url.split(/\?(.*)/s);
  const path = decode(rawPath);
  const [bucketName = '', ...rest] = path.slice(1).split('/');
  const pairs = rawQuery === '' ? [] : rawQuery.split('&').map((pair) => pair.split(/=(.*)/s));
  return {
    bucketName,
    key: rest.join('/'),
    path,
    query: pairs.map(([name = '', value = '']) => [decode(name), decode(value)]),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
    ),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Routed extends ParsedRequest {
  bucket: Bucket | undefined;
}

async function perform(incoming: IncomingMessage, request: Routed, backends: S3Backends): Promise<S3Response | 'lost'> {
  const { bucket, key, path, query, headers } = request;
  const { findCaller, bucketNamed, usage, faults } = backends;
  const method = incoming.method ?? 'GET';
  const context = { findCaller, now: Date.now(), region: LOCAL.region };
  const { caller, payloadHash } = authenticate({ method, path, query, headers }, context);
  if (!bucket) throw new S3Error('NoSuchBucket');
  const parameters = new Map(query);
  const { action, run } = operationFor(method, key, parameters, headers);
  const content = { Bucket: bucket.name, Key: key };
  const fault = faults?.take({ service: 's3', action, function: caller.name, content });
  if (fault !== undefined && fault !== 'lost') throw FAULTS[fault];
  usage.addRequest(caller.name, action);
  const whole = { bucket, key, query: parameters, headers, body: incoming, payloadHash, caller, bucketNamed };
  const response = await run(whole);
  return fault === 'lost' ? 'lost' : response;
}

const FAULTS: Record<Exclude<Fault['kind'], 'lost'>, S3Error> = {
  unavailable: new S3Error('ServiceUnavailable'),
  throttled: new S3Error('SlowDown'),
  rejected: new S3Error('InvalidRequest'),
  dies: new S3Error('InternalError', 'Only functions die.'),
  hangs: new S3Error('InternalError', 'Only functions hang.'),
};

interface Operation {
  /** Name in AWS's reference. */
  action: string;
  /** Parameters of its URL, besides those of signatures. */
  parameters: readonly string[];
  run: (request: S3Request) => S3Response | Promise<S3Response>;
}

const OPERATIONS: Record<string, Operation> = {
  'PUT object': { action: 'PutObject', parameters: [], run: putObject },
  'PUT copy': { action: 'CopyObject', parameters: [], run: copyObject },
  'GET object': { action: 'GetObject', parameters: RESPONSE_PARAMETERS, run: getObject },
  'DELETE object': { action: 'DeleteObject', parameters: [], run: deleteObject },
  'POST delete': { action: 'DeleteObjects', parameters: ['delete'], run: deleteObjects },
  'GET list-type': {
    action: 'ListObjectsV2',
    parameters: ['list-type', 'prefix', 'max-keys', 'continuation-token'],
    run: listObjects,
  },
  'GET versions': {
    action: 'ListObjectVersions',
    parameters: ['versions', 'prefix', 'max-keys', 'key-marker', 'version-id-marker'],
    run: listVersions,
  },
};

/** Parameters of every request: those of signatures, and the SDK's name of the operation. */
const COMMON_PARAMETER = /^x-(?:amz-|id$)/i;

function operationFor(
  method: string,
  key: string,
  query: ReadonlyMap<string, string>,
  headers: ParsedRequest['headers'],
): Operation {
  const onObject = headers['x-amz-copy-source'] === undefined ? 'object' : 'copy';
  const onBucket = ['delete', 'versions', 'list-type'].find((name) => query.has(name));
  const operation = OPERATIONS[`${method} ${key === '' ? onBucket : onObject}`];
  const isKnown = (name: string) => COMMON_PARAMETER.test(name) || operation?.parameters.includes(name);
  if (operation && [...query.keys()].every(isKnown)) return operation;
  throw new S3Error('NotImplemented', `The local S3 does not support this request: ${method} ${[...query.keys()]}.`);
}
