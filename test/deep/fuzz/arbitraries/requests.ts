import fc from 'fast-check';
import { isManagement } from '../../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../../shared/contract/operations/index.ts';
import { leastRoleOf } from '../../../../shared/contract/roles.ts';
import { CONFIRMATION_ACTIONS } from '../../../../shared/contract/schemas/submissions/pending.ts';
import { isOfSessions } from '../../../support/cloud/rightRequests.ts';
import { MARK } from '../../../support/samples/plantedTexts.ts';
import type { FuzzRequest } from '../exchange.ts';
import { anyBytes, anyType, damaged, type FuzzBody, formBody, multipart, urlEncoded } from './bodies.ts';
import { rewritten } from './json.ts';
import { nearlyRightBody, queryOf, rightBody, rightBodyAndMore, rightForm, rightQuery } from './schemas.ts';
import { headerText, lineText } from './text.ts';

/** A request with its expected outcome, if known. It contains tokens such as `~w0.endpoint~`. */
export interface FuzzCase {
  request: FuzzRequest;
  /** The operation of a valid request: its response is not 400, 413 or 415. */
  right?: Operation['id'];
  data?: unknown;
}

/** Mostly workspace 0's own key with all permissions. */
const credential: fc.Arbitrary<[string, string][]> = fc
  .oneof(
    { weight: 14, arbitrary: fc.constant('Bearer ~w0.secret~') },
    { weight: 5, arbitrary: fc.constant('Bearer ~w1.secret~') },
    { weight: 4, arbitrary: fc.constantFrom('Bearer ~w0.ownerSession~', 'Bearer ~w0.session~') },
    { weight: 3, arbitrary: fc.constantFrom('bearer ~w0.readSecret~', 'BEARER  ~w0.spareSecret~ ') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'Bearer ~w0.expiredSecret~',
        'Bearer ~none.secret~',
        'Bearer ~w0.key~',
        'Basic ~w0.secret~',
        'Bearer',
        'Bearer ~w0.secret~ ~w1.secret~',
        'Bearer ~w0.secret~x',
        '~w0.secret~',
      ),
    },
    { weight: 1, arbitrary: headerText },
  )
  .map((value): [string, string][] => [['Authorization', value]]);

const credentials = fc.oneof(
  { weight: 20, arbitrary: credential },
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.tuple(credential, credential).map((both) => both.flat()) },
);

/** Only members who signed in may call some operations. */
const isForMembers = (operation: Operation): boolean =>
  isOfSessions(operation) || (isManagement(operation) && leastRoleOf(operation) === 'owner');

const credentialsFor = (operation: Operation) =>
  isForMembers(operation)
    ? fc.oneof({ weight: 4, arbitrary: fc.constant(OWNERS) }, { weight: 1, arbitrary: credentials })
    : credentials;
const OWNERS: [string, string][] = [['Authorization', 'Bearer ~w0.ownerSession~']];

const idOf = (...names: string[]) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...names.map((name) => `~w0.${name}~`)) },
    { weight: 3, arbitrary: fc.constantFrom(...names.map((name) => `~w1.${name}~`)) },
    { weight: 1, arbitrary: fc.constantFrom(...names.map((name) => `~w0.${name}%~`)) },
    { weight: 1, arbitrary: fc.constantFrom('~none.endpoint~', '~none.submission~', '~none.key~', 'enp_1', 'a_0') },
  );

const IDS = {
  endpoint: idOf('endpoint', 'endpoint', 'disabled', 'altcha'),
  submission: idOf('submission', 'submission2'),
  pending: idOf('pending', 'pending', 'submission'),
  key: idOf('key', 'key', 'readKey'),
  webhook: idOf('webhook'),
  file: idOf('file'),
  member: idOf('member'),
  session: idOf('sessionId'),
};

const wrongId = fc.oneof(
  lineText.map((text) => text.replaceAll('/', '')),
  fc.constantFrom('~w0.submission~', '~w0.key~', '..', '.'),
);

function pathOf({ id: name, path, group }: Operation, isRight: boolean): fc.Arbitrary<string> {
  const { endpoint: endpoints, submission: submissions, key: keys, webhook: webhooks } = IDS;
  const members = name === 'endSession' ? IDS.session : IDS.member;
  const own = { endpoints, submissions, keys, webhooks, confirmations: IDS.pending, audit: wrongId, members }[group];
  const or = (right: fc.Arbitrary<string>) =>
    isRight ? right : fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrongId });
  return fc.tuple(or(IDS.endpoint), or(own), or(IDS.file)).map(([endpointId, id, fileId]) =>
    path
      .replace('{endpointId}', () => endpointId)
      .replace('{id}', () => id)
      .replace('{fileId}', () => fileId),
  );
}

const CLIENT_HEADERS: [string, string][] = [
  ['Accept', 'application/json'],
  ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['Accept', 'application/json;q=0, text/html'],
  ['Accept', 'application/problem+json'],
  ['X-Requested-With', 'XMLHttpRequest'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Origin', 'https://example.com'],
  ['Origin', 'null'],
  ['CloudFront-Viewer-Country', 'FR'],
  ['X-Amzn-RequestId', MARK],
  ['X-Request-Id', MARK],
  ['X-Amzn-Trace-Id', `Root=1-67891233-${MARK}`],
  ['X-Forwarded-For', `203.0.113.7, ${MARK}`],
  ['User-Agent', `Mozilla/5.0 (${MARK})`],
  ['Referer', `https://${MARK}.example/`],
  ['Origin', `https://${MARK}.example`],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['Accept-Encoding', 'br'],
  ['Cookie', `a=${MARK}`],
  [`X-${MARK}`, MARK],
  ['__proto__', 'x'],
  ['constructor', 'x'],
];

const clientHeaders = fc.array(fc.constantFrom(...CLIENT_HEADERS), { maxLength: 2 });
const typeHeader = (type: string): [string, string] => ['Content-Type', type];

const verified = fc
  .constantFrom(
    '~w0.key~',
    '~w0.spareSecret~',
    '~w0.expiredSecret~',
    '~w1.key~',
    '~w1.secret~',
    '~none.secret~',
    '~none.key~',
  )
  .map((key) => ({ key }));
const answered = fc.record({
  token: fc.constantFrom('~w0.confirmToken~', '~w1.confirmToken~', '~none.confirmToken~', '~w0.token~'),
  action: fc.constantFrom(...CONFIRMATION_ACTIONS),
});
const tested = fc
  .constantFrom('~w0.recipient~', '~w1.recipient~', '~none.recipient~')
  .map((recipient) => ({ recipient }));
const takenSlug = fc.constantFrom('~w0.slug~', '~w0.disabledSlug~').map((slug) => ({ slug }));

const takenCode = fc
  .constantFrom('w0', 'w0', 'w1', 'none')
  .map((owner) => ({ handle: `~${owner}.handle~`, code: `~${owner}.code~` }));
const muted = fc.constantFrom('w0', 'w1', 'none').map((owner) => ({ token: `~${owner}.muteToken~` }));

function rightObject(operation: Operation): fc.Arbitrary<object> {
  const body = rightBody(operation);
  if (operation.id === 'verifyKey') return fc.oneof({ weight: 4, arbitrary: verified }, { weight: 1, arbitrary: body });
  if (operation.id === 'answerConfirmation')
    return fc.oneof({ weight: 4, arbitrary: answered }, { weight: 1, arbitrary: body });
  if (operation.id === 'signIn') return fc.oneof({ weight: 4, arbitrary: takenCode }, { weight: 1, arbitrary: body });
  if (operation.id === 'muteSignInCodes')
    return fc.oneof({ weight: 4, arbitrary: muted }, { weight: 1, arbitrary: body });
  if (operation.id === 'testConfirmation')
    return fc.oneof({ weight: 4, arbitrary: tested }, { weight: 1, arbitrary: body });
  if (operation.id === 'createWebhook') return body.map((fields) => ({ ...fields, endpointId: '~w0.endpoint~' }));
  if (operation.group !== 'endpoints') return body;
  return fc.oneof(
    { weight: 5, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, takenSlug).map(([fields, slug]) => ({ ...fields, ...slug })) },
  );
}

const jsonOf = (value: object): FuzzBody => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
  data: JSON.parse(JSON.stringify(value)),
});

const NO_BODY: FuzzBody = { type: '', bytes: Buffer.alloc(0) };

function rightFuzzBody(operation: Operation): fc.Arbitrary<FuzzBody> {
  if (operation.bodyTypes.length === 0) return fc.constant(NO_BODY);
  return operation.id === 'createSubmission' ? formBody : rightObject(operation).map(jsonOf);
}

function rightCase(operation: Operation): fc.Arbitrary<FuzzCase> {
  return fc
    .tuple(
      pathOf(operation, true),
      rightQuery(operation),
      credentialsFor(operation),
      clientHeaders,
      rightFuzzBody(operation),
    )
    .map(([path, search, authorization, headers, { type, bytes, data }]) => ({
      request: {
        method: operation.method,
        path: path + search,
        headers: [...authorization, ...headers, ...(type === '' ? [] : [typeHeader(type)])],
        body: bytes,
      },
      right: operation.id,
      data,
    }));
}

const jsonBody = (operation: Operation) => fc.oneof(rightBodyAndMore(operation), rightObject(operation)).map(jsonOf);

function documentedBody(operation: Operation): fc.Arbitrary<FuzzBody> {
  const { id, bodyTypes } = operation;
  if (bodyTypes.length === 0) return fc.constant(NO_BODY);
  if (id !== 'createSubmission') return jsonBody(operation);
  const [, encoded, parts] = bodyTypes;
  return fc.oneof(
    jsonBody(operation),
    rightForm(operation, encoded ?? '').map(urlEncoded),
    fc.tuple(rightForm(operation, parts ?? ''), fc.constant('AaB03x')).map(multipart),
  );
}

export const documentedCase: fc.Arbitrary<FuzzCase> = fc.oneof(
  ...OPERATIONS.map((operation) =>
    fc
      .tuple(pathOf(operation, true), rightQuery(operation), documentedBody(operation))
      .map(
        ([path, search, { type, bytes }]): FuzzCase => ({
          request: {
            method: operation.method,
            path: path + search,
            headers: [
              ['Authorization', isForMembers(operation) ? 'Bearer ~w0.ownerSession~' : 'Bearer ~w0.secret~'],
              ...(type === '' ? [] : [typeHeader(type)]),
            ],
            body: bytes,
          },
          right: operation.id,
        }),
      ),
  ),
);

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

function nearCase(operation: Operation): fc.Arbitrary<FuzzCase> {
  const bytes = fc.oneof(
    nearlyRightBody(operation).map((value) => Buffer.from(JSON.stringify(value))),
    rightBody(operation)
      .chain((value) => rewritten(JSON.stringify(value)))
      .map((text) => Buffer.from(text)),
    formBody.chain((body) => damaged(body.bytes)),
    rightFuzzBody(operation).map((body) => body.bytes),
    anyBytes,
  );
  const accepted =
    operation.bodyTypes.length === 0
      ? fc.constant('application/json')
      : fc.constantFrom(...operation.bodyTypes, 'multipart/form-data; boundary=b');
  const type = fc.oneof({ weight: 5, arbitrary: accepted }, { weight: 1, arbitrary: anyType });
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  return fc
    .tuple(method, fc.tuple(pathOf(operation, false), queryOf(operation)), credentials, clientHeaders, type, bytes)
    .map(([verb, path, authorization, headers, contentType, body]) => ({
      request: {
        method: verb,
        path: path.join(''),
        headers: [...authorization, ...headers, typeHeader(contentType)],
        body,
      },
    }));
}

const SEGMENTS = [
  'v1',
  'f',
  'endpoint',
  'endpoints',
  'submission',
  'submissions',
  'key',
  'keys',
  'verify',
  '~w0.endpoint~',
  '~w0.submission~',
  '',
  '.',
  '..',
  '%2f',
  '%2e%2e',
  '%00',
  '%',
  '%ff',
  'V1',
  'v1;a=b',
];
const HEADER_NAMES = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Content-Encoding',
  'Host',
  'X-Api-Key',
  'X-Requested-With',
  'Range',
  'a',
];

const rawCase: fc.Arbitrary<FuzzCase> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc
      .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...SEGMENTS) }, { weight: 1, arbitrary: lineText }), {
        maxLength: 6,
      })
      .map((segments) => `/${segments.join('/')}`),
    headers: fc.array(fc.tuple(fc.constantFrom(...HEADER_NAMES), fc.oneof(lineText, anyType)), { maxLength: 4 }),
    authorization: credentials,
    body: anyBytes,
  })
  .map(({ authorization, headers, ...rest }) => ({ request: { ...rest, headers: [...headers, ...authorization] } }));

export const anyCase: fc.Arbitrary<FuzzCase> = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(...OPERATIONS.map(rightCase)) },
  { weight: 4, arbitrary: fc.oneof(...OPERATIONS.map(nearCase)) },
  { weight: 1, arbitrary: rawCase },
);
