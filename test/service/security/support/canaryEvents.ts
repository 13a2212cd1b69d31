import { marshall } from '@aws-sdk/util-dynamodb';
import type { Operation } from '../../../../shared/contract/operations/index.ts';
import { fileKey } from '../../../../shared/files/objectKeys.ts';
import { newId, newWebhookId } from '../../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { sharedTable } from '../../../support/service.ts';
import { canary, canaryEmail, canaryId } from './canaries.ts';
import { canaryHeaders } from './canaryRequests.ts';

/** A proxy event in which all untrusted values are canaries, except the credential and the request id. */
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

/** Stream events with one record each, most of which no operation causes. */
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

/** Messages of the queue, one per event. The last two are valid: the bucket of one is missing. */
export function canaryQueueEvents(existingId: string) {
  const endpointIds = [{ [canary()]: canary() }, canary(), newId('endpoint'), existingId];
  const bodies = [canary(), ...endpointIds.map((endpointId) => JSON.stringify({ endpointId, [canary()]: canary() }))];
  return bodies.map((body) => ({
    Records: [{ messageId: canary(), receiptHandle: canary(), body, attributes: { SenderId: canary() } }],
  }));
}

/** Messages of the training queue, one per event. The last is valid. */
export function canaryTrainingEvents(endpointId: string) {
  const bodies = [
    canary(),
    JSON.stringify({ endpointId: canary(), submissionIds: [canary()] }),
    JSON.stringify({ endpointId, submissionIds: [newId('submission')], [canary()]: canary() }),
  ];
  return bodies.map((body) => ({ Records: [{ messageId: canary(), body, attributes: { SenderId: canary() } }] }));
}

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

export async function canaryScanEvents(endpointId: string) {
  const [submissionId, fileId] = [newId('submission'), newId('file')];
  const file = { field: canary(), name: canary(), type: 'image/png', bytes: 68, scan: 'pending' };
  const item = { data: JSON.stringify({ [canary()]: canary() }), location: canary(), files: { [fileId]: file } };
  await sharedTable().put({ ...submissionKey(endpointId, submissionId), ...item }, {});
  const about = (objectKey: unknown) => ({ bucketName: canary(), objectKey, eTag: canary(), [canary()]: canary() });
  const found = (scanResultStatus: unknown) => ({ scanResultStatus, threats: [{ name: canary() }] });
  const key = fileKey(endpointId, submissionId, fileId);
  const details = [
    { s3ObjectDetails: about(key), scanResultDetails: found(canary()) },
    { s3ObjectDetails: about(key), scanResultDetails: found([canary()]) },
    { s3ObjectDetails: about(`${key}/${canary()}`), scanResultDetails: found('NO_THREATS_FOUND') },
    { s3ObjectDetails: about(canary()), scanResultDetails: found('THREATS_FOUND') },
    { s3ObjectDetails: canary(), [canary()]: canary() },
    canary(),
  ];
  return details.map((detail) => ({ id: canary(), source: 'aws.guardduty', 'detail-type': canary(), detail }));
}

export function canaryWebhookEvents(endpointId: string) {
  const right = { webhookId: newWebhookId(endpointId), id: canary(), event: 'submission.created', turn: 0 };
  const turn = { ...right, submissionId: newId('submission'), createdAt: canary(), [canary()]: canary() };
  const messages = [
    turn,
    { ...turn, event: canary() },
    { ...turn, webhookId: canary() },
    { turn: canary() },
    { take: turn, dueAt: 0 },
    { take: canary(), dueAt: canary() },
    { look: canary(), [canary()]: canary() },
    canary(),
  ];
  const bodies = [canary(), `{"${canary()}": ${canary()}`, ...messages.map((message) => JSON.stringify(message))];
  const attributes = { SenderId: canary(), MessageGroupId: canary() };
  return [
    ...bodies.map((body) => ({ Records: [{ messageId: canary(), receiptHandle: canary(), body, attributes }] })),
    { id: canary(), source: 'aws.events', 'detail-type': 'Scheduled Event', detail: { [canary()]: canary() } },
    { Records: { [canary()]: canary() } },
    canary(),
  ];
}
