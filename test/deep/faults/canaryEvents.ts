import { marshall } from '@aws-sdk/util-dynamodb';
import type { DeliveryMessage } from '../../../shared/deliveries/messages.ts';
import { fileKey } from '../../../shared/files/objectKeys.ts';
import { newId, newWebhookId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { canary, canaryEmail, spoiled } from '../../support/samples/canaries.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';

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
  const images = spoiled({ data: JSON.stringify({ [canary()]: canary() }), location: canary() });
  const records = [
    ...images.flatMap((image) => (typeof image === 'object' ? [record('INSERT', keys(), image as object)] : [])),
    record('INSERT', keys(), { data: `{"${canary()}": ${canary()}`, location: 7 }),
    record('INSERT', submissionKey(canary(), canary()), { data: canary(), location: canary() }),
    record('INSERT', submissionKey(newId('endpoint'), newId('submission')), { data: '{}', location: canary() }),
    record('REMOVE', submissionKey(canary(), canary()), undefined),
    record('REMOVE', { PK: `ENP#${canary()}`, SK: 'ENP' }, undefined),
    record('INSERT', { PK: 1, SK: canary() }, { data: canary() }),
    record(canary(), { [canary()]: canary() }, { [canary()]: canary() }),
  ];
  return records.map((each) => ({ Records: [each] }));
}

/** Messages of a queue, one per event: no JSON, this one, and all that it can be spoiled to. */
function queued(message: object) {
  const attributes = { SenderId: canary(), MessageGroupId: canary(), ApproximateReceiveCount: '1' };
  const bodies = [canary(), `{"${canary()}": ${canary()}`, ...spoiled(message).map((each) => JSON.stringify(each))];
  return bodies.map((body) => ({ Records: [{ messageId: canary(), receiptHandle: canary(), body, attributes }] }));
}

/** Removals of an endpoint that exists, and of one whose files nobody has. */
export const canaryQueueEvents = (endpointId: string) =>
  [endpointId, newId('endpoint')].flatMap((each) => queued({ endpointId: each }));

export const canaryTrainingEvents = (endpointId: string) =>
  queued({ endpointId, submissionIds: [newId('submission')] });

export function canaryMailEvents(endpointId: string) {
  const recipients = [{ emailAddress: canaryEmail(), status: canary(), diagnosticCode: canary(), action: canary() }];
  const mail = {
    source: canaryEmail(),
    destination: [canaryEmail()],
    headers: [{ name: canary(), value: canary() }],
    commonHeaders: { subject: canary(), to: [canaryEmail()] },
    tags: { submissionId: [newId('submission')], endpointId: [endpointId], [canary()]: [canary()] },
  };
  const bounce = { bounceType: 'Permanent', bounceSubType: canary(), bouncedRecipients: recipients };
  const complaint = { complainedRecipients: recipients, userAgent: canary(), complaintFeedbackType: canary() };
  return eventsOf(
    'aws.ses',
    [
      { mail, bounce },
      { mail, complaint },
    ].flatMap(spoiled),
  );
}

const eventsOf = (source: string, details: unknown[]) =>
  details.map((detail) => ({ id: canary(), source, 'detail-type': canary(), detail }));

export async function canaryScanEvents(endpointId: string, { services }: SimulatedCloud) {
  const [submissionId, fileId] = [newId('submission'), newId('file')];
  const file = { field: canary(), name: canary(), type: 'image/png', bytes: 68, scan: 'pending' };
  const item = { data: JSON.stringify({ [canary()]: canary() }), location: canary(), files: { [fileId]: file } };
  await services.table.put({ ...submissionKey(endpointId, submissionId), ...item }, {});
  const objectKey = fileKey(endpointId, submissionId, fileId);
  const found = (key: string, scanResultStatus: string) => ({
    s3ObjectDetails: { bucketName: canary(), objectKey: key, eTag: canary(), [canary()]: canary() },
    scanResultDetails: { scanResultStatus, threats: [{ name: canary() }] },
  });
  return eventsOf('aws.guardduty', [
    ...spoiled(found(objectKey, 'NO_THREATS_FOUND')),
    found(`${objectKey}/${canary()}`, 'THREATS_FOUND'),
  ]);
}

/** The messages are one batch: those of an unknown queue are not read at all. */
export function canaryWebhookEvents(endpointId: string, { services }: SimulatedCloud) {
  const target = newWebhookId(endpointId);
  const message: DeliveryMessage = {
    channel: 'webhook',
    endpointId,
    group: canary(),
    tries: 0,
    serve: { target, from: '0', to: '~' },
    sent: { target, id: newId('submission'), claim: canary(), startedAt: canary() },
  };
  const eventSourceARN = services.queues.webhook.arn;
  return [
    { Records: queued(message).flatMap(({ Records }) => Records.map((each) => ({ ...each, eventSourceARN }))) },
    { id: canary(), source: 'aws.events', 'detail-type': 'Scheduled Event', detail: { [canary()]: canary() } },
    { Records: { [canary()]: canary() } },
    canary(),
  ];
}
