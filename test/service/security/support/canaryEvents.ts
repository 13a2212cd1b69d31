import { marshall } from '@aws-sdk/util-dynamodb';
import type { Operation } from '../../../../shared/contract/operations/index.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { canary, canaryEmail, canaryId } from './canaries.ts';
import { canaryHeaders } from './canaryRequests.ts';

/** A proxy event in which everything that comes from outside is a canary, but for the credential and the id of the request. */
export function canaryProxyEvent({ path, method }: Pick<Operation, 'path' | 'method'>, authorization: string) {
  const headers = { ...canaryHeaders(), Authorization: authorization, 'Content-Type': 'application/json' };
  const lists = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [canary(), value]]));
  const query = { [canary()]: canary(), page: canary() };
  return {
    resource: path,
    path: `/${canary()}`,
    httpMethod: method,
    headers,
    multiValueHeaders: lists(headers),
    queryStringParameters: query,
    multiValueQueryStringParameters: lists(query),
    pathParameters: { id: canaryId('enp'), endpointId: canaryId('enp'), [canary()]: canary() },
    stageVariables: { [canary()]: canary() },
    requestContext: {
      accountId: canary(),
      apiId: canary(),
      authorizer: { principalId: canary(), claims: { email: canaryEmail() } },
      domainName: `${canary()}.example`,
      extendedRequestId: 'direct=',
      httpMethod: method,
      identity: {
        sourceIp: canary(),
        userAgent: canary(),
        user: canary(),
        apiKey: canary(),
        cognitoIdentityId: canary(),
      },
      path: `/${canary()}`,
      protocol: canary(),
      requestId: canary(),
      requestTime: canary(),
      resourcePath: path,
      stage: canary(),
    },
    body: JSON.stringify({ [canary()]: canary(), name: canary(), email: canaryEmail() }),
    isBase64Encoded: false,
  };
}

const record = (eventName: string, keys: object, image: object | undefined) => ({
  eventID: canary(),
  eventName,
  eventSource: 'aws:dynamodb',
  eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream',
  userIdentity: { principalId: canary(), type: canary() },
  dynamodb: {
    ApproximateCreationDateTime: Date.now() / 1_000,
    Keys: marshall(keys),
    ...(image ? { NewImage: marshall({ ...keys, ...image }) } : {}),
    SequenceNumber: '1',
  },
});

/** Stream events, each of one record, most of them such as no operation brings about. */
export function canaryStreamEvents(endpointId: string) {
  const keys = () => submissionKey(endpointId, newId('submission'));
  const records = [
    record('INSERT', keys(), { data: JSON.stringify({ [canary()]: canary() }), location: canary() }),
    record('INSERT', keys(), { data: `{"${canary()}": ${canary()}`, location: canary() }),
    record('INSERT', keys(), { data: { [canary()]: canary() }, location: 7 }),
    record('INSERT', keys(), { [canary()]: canary() }),
    record('INSERT', submissionKey(canary(), canary()), { data: canary(), location: canary() }),
    record('INSERT', submissionKey(newId('endpoint'), newId('submission')), { data: '{}', location: canary() }),
    record('REMOVE', submissionKey(canary(), canary()), undefined),
    record('REMOVE', { PK: `ENP#${canary()}`, SK: 'ENP' }, undefined),
    record('INSERT', { PK: 1, SK: canary() }, { data: canary() }),
    record(canary(), { [canary()]: canary() }, { [canary()]: canary() }),
  ];
  return records.map((each) => ({ Records: [each] }));
}

/** Messages of the queue, one in each event, of which the last one is right. */
export function canaryQueueEvents() {
  const endpointIds = [{ [canary()]: canary() }, canary(), newId('endpoint')];
  const bodies = [canary(), ...endpointIds.map((endpointId) => JSON.stringify({ endpointId, [canary()]: canary() }))];
  return bodies.map((body) => ({
    Records: [{ messageId: canary(), receiptHandle: canary(), body, attributes: { SenderId: canary() } }],
  }));
}

/** SES's events, of every kind, some such as SES would never send. */
export function canaryMailEvents(endpointId: string) {
  const tags = { submissionId: [newId('submission')], endpointId: [endpointId] };
  const recipients = [{ emailAddress: canaryEmail(), status: canary(), diagnosticCode: canary(), action: canary() }];
  const bounce = { bounceType: 'Permanent', bounceSubType: canary(), bouncedRecipients: recipients };
  const mail = {
    source: canaryEmail(),
    destination: [canaryEmail()],
    headers: [{ name: canary(), value: canary() }],
    commonHeaders: { subject: canary(), to: [canaryEmail()] },
    tags: { ...tags, [canary()]: [canary()] },
  };
  const details = [
    { mail, bounce },
    { mail, bounce: { ...bounce, bounceType: canary() } },
    { mail, bounce: { ...bounce, bouncedRecipients: canary() } },
    { mail, complaint: { complainedRecipients: recipients, userAgent: canary(), complaintFeedbackType: canary() } },
    { mail: { ...mail, tags: { ...tags, submissionId: [canary()] } }, bounce },
    { mail: { ...mail, tags: { ...tags, endpointId: [canaryId('enp')] } }, bounce },
    { mail: canary(), [canary()]: canary() },
    canary(),
  ];
  return details.map((detail) => ({ id: canary(), source: 'aws.ses', 'detail-type': canary(), detail }));
}
