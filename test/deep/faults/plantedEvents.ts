import { marshall } from '@aws-sdk/util-dynamodb';
import type { DeliveryMessage } from '../../../shared/deliveries/messages.ts';
import { fileKey } from '../../../shared/files/objectKeys.ts';
import { newId, newWebhookId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { plantedEmail, plantedText, spoiled } from '../../support/samples/plantedTexts.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';

const record = (eventName: string, keys: object, image: object | undefined) => ({
  eventID: plantedText(),
  eventName,
  eventSource: 'aws:dynamodb',
  eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream',
  userIdentity: { principalId: plantedText(), type: plantedText() },
  dynamodb: {
    ApproximateCreationDateTime: Date.now() / 1_000,
    Keys: marshall(keys),
    ...(image ? { NewImage: marshall({ ...keys, ...image }) } : {}),
    SequenceNumber: '1',
  },
});

/** Stream events with one record each, most of which no operation causes. */
export function plantedStreamEvents(endpointId: string) {
  const keys = () => submissionKey(endpointId, newId('submission'));
  const images = spoiled({ data: JSON.stringify({ [plantedText()]: plantedText() }), location: plantedText() });
  const records = [
    ...images.flatMap((image) => (typeof image === 'object' ? [record('INSERT', keys(), image as object)] : [])),
    record('INSERT', keys(), { data: `{"${plantedText()}": ${plantedText()}`, location: 7 }),
    record('INSERT', submissionKey(plantedText(), plantedText()), { data: plantedText(), location: plantedText() }),
    record('INSERT', submissionKey(newId('endpoint'), newId('submission')), { data: '{}', location: plantedText() }),
    record('REMOVE', submissionKey(plantedText(), plantedText()), undefined),
    record('REMOVE', { PK: `ENP#${plantedText()}`, SK: 'ENP' }, undefined),
    record('INSERT', { PK: 1, SK: plantedText() }, { data: plantedText() }),
    record(plantedText(), { [plantedText()]: plantedText() }, { [plantedText()]: plantedText() }),
  ];
  return records.map((each) => ({ Records: [each] }));
}

/** Queue messages, one per event: invalid JSON, this message, and every malformed variant of it. */
function queued(message: object) {
  const attributes = { SenderId: plantedText(), MessageGroupId: plantedText(), ApproximateReceiveCount: '1' };
  const bodies = [
    plantedText(),
    `{"${plantedText()}": ${plantedText()}`,
    ...spoiled(message).map((each) => JSON.stringify(each)),
  ];
  return bodies.map((body) => ({
    Records: [{ messageId: plantedText(), receiptHandle: plantedText(), body, attributes }],
  }));
}

/** Removals of an existing endpoint, and of files that belong to no submission. */
export const plantedQueueEvents = (endpointId: string) =>
  [endpointId, newId('endpoint')].flatMap((each) => queued({ endpointId: each }));

export const plantedTrainingEvents = (endpointId: string) =>
  queued({ endpointId, submissionIds: [newId('submission')] });

export const plantedSignInEvents = () => [
  ...queued({ code: { handle: plantedText(), address: plantedEmail() } }),
  ...queued({ closed: { handle: plantedText() } }),
  ...queued({ invitation: { workspaceId: plantedText(), memberId: plantedText() } }),
];

export function plantedMailEvents(endpointId: string) {
  const recipients = [
    { emailAddress: plantedEmail(), status: plantedText(), diagnosticCode: plantedText(), action: plantedText() },
  ];
  const mail = {
    source: plantedEmail(),
    destination: [plantedEmail()],
    headers: [{ name: plantedText(), value: plantedText() }],
    commonHeaders: { subject: plantedText(), to: [plantedEmail()] },
    tags: { submissionId: [newId('submission')], endpointId: [endpointId], [plantedText()]: [plantedText()] },
  };
  const bounce = { bounceType: 'Permanent', bounceSubType: plantedText(), bouncedRecipients: recipients };
  const complaint = {
    complainedRecipients: recipients,
    userAgent: plantedText(),
    complaintFeedbackType: plantedText(),
  };
  return eventsOf(
    'aws.ses',
    [
      { mail, bounce },
      { mail, complaint },
    ].flatMap(spoiled),
  );
}

const eventsOf = (source: string, details: unknown[]) =>
  details.map((detail) => ({ id: plantedText(), source, 'detail-type': plantedText(), detail }));

export async function plantedScanEvents(endpointId: string, { services }: SimulatedCloud) {
  const [submissionId, fileId] = [newId('submission'), newId('file')];
  const file = { field: plantedText(), name: plantedText(), type: 'image/png', bytes: 68, scan: 'pending' };
  const item = {
    data: JSON.stringify({ [plantedText()]: plantedText() }),
    location: plantedText(),
    files: { [fileId]: file },
  };
  await services.table.put({ ...submissionKey(endpointId, submissionId), ...item }, {});
  const objectKey = fileKey(endpointId, submissionId, fileId);
  const found = (key: string, scanResultStatus: string) => ({
    s3ObjectDetails: { bucketName: plantedText(), objectKey: key, eTag: plantedText(), [plantedText()]: plantedText() },
    scanResultDetails: { scanResultStatus, threats: [{ name: plantedText() }] },
  });
  return eventsOf('aws.guardduty', [
    ...spoiled(found(objectKey, 'NO_THREATS_FOUND')),
    found(`${objectKey}/${plantedText()}`, 'THREATS_FOUND'),
  ]);
}

/** The messages are one batch, because messages of an unknown queue are not read. */
export function plantedWebhookEvents(endpointId: string, { services }: SimulatedCloud) {
  const target = newWebhookId(endpointId);
  const message: DeliveryMessage = {
    channel: 'webhook',
    endpointId,
    group: plantedText(),
    tries: 0,
    serve: { target, from: '0', to: '~' },
    sent: { target, id: newId('submission'), claim: plantedText(), startedAt: plantedText() },
  };
  const eventSourceARN = services.queues.webhook.arn;
  return [
    { Records: queued(message).flatMap(({ Records }) => Records.map((each) => ({ ...each, eventSourceARN }))) },
    {
      id: plantedText(),
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      detail: { [plantedText()]: plantedText() },
    },
    { Records: { [plantedText()]: plantedText() } },
    plantedText(),
  ];
}
