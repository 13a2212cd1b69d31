import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { createHandler } from '../../../lambdas/recordMailEvent.ts';
import { ABOUT_TAG, ENDPOINT_TAG } from '../../../shared/deliveries/channels/mail/mailer.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { mailKey } from '../../../shared/storage/deliveryKeys.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
import { catchLogs } from '../../support/logged.ts';
import { newEndpoint, newWorkspace, sharedTable } from '../../support/service.ts';

beforeAll(async () => {
  const { key } = await newWorkspace();
  tags[ENDPOINT_TAG] = [(await newEndpoint(key)).id];
});
beforeEach(() => {
  catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const handle = (event: unknown) =>
  createHandler({
    records: new DeliveryRecords(sharedTable()),
    table: sharedTable(),
  })(event as EventBridgeEvent<string, unknown>, { getRemainingTimeInMillis: () => 10_000 } as Context);

const RECIPIENT = 'recipient@example.com';
const SUBMISSION_ID = newId('submission');
const tags: Record<string, string[]> = { [ABOUT_TAG]: [SUBMISSION_ID], [ENDPOINT_TAG]: [newId('endpoint')] };
const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: RECIPIENT }] };

const MALFORMED: [what: string, detail: () => unknown][] = [
  ['nothing', () => undefined],
  ['a text', () => 'bounce'],
  ['no mail', () => ({ bounce })],
  ['no tags', () => ({ mail: {}, bounce })],
  ['no tag of the submission', () => ({ mail: { tags: { [ENDPOINT_TAG]: tags[ENDPOINT_TAG] } }, bounce })],
  ['two submissions', () => ({ mail: { tags: { ...tags, [ABOUT_TAG]: [SUBMISSION_ID, SUBMISSION_ID] } }, bounce })],
  [
    "a submission's id with more behind it",
    () => ({ mail: { tags: { ...tags, [ABOUT_TAG]: [`${SUBMISSION_ID}#x`] } }, bounce }),
  ],
  [
    "an id of another kind for the endpoint's",
    () => ({ mail: { tags: { ...tags, [ENDPOINT_TAG]: [SUBMISSION_ID] } }, bounce }),
  ],
  ['an id that only inherits', () => ({ mail: { tags: JSON.parse(`{"__proto__":${JSON.stringify(tags)}}`) }, bounce })],
  ['recipients that are none', () => ({ mail: { tags }, bounce: { ...bounce, bouncedRecipients: [RECIPIENT] } })],
  [
    'an address that is no text',
    () => ({ mail: { tags }, bounce: { ...bounce, bouncedRecipients: [{ emailAddress: { RECIPIENT } }] } }),
  ],
  ['a type that is no text', () => ({ mail: { tags }, bounce: { ...bounce, bounceType: ['Permanent'] } })],
  ['a complaint of nobody', () => ({ mail: { tags }, complaint: {} })],
];

const recordOf = (submissionId = SUBMISSION_ID) =>
  sharedTable().get(mailKey(tags[ENDPOINT_TAG]?.[0] ?? '', submissionId, RECIPIENT));

describe('API10:2023 Unsafe Consumption of APIs › events of SES', () => {
  test.each(MALFORMED)('are rejected as a whole and record nothing: %s', async (_what, detail) => {
    await expect(handle({ source: 'aws.ses', detail: detail() })).rejects.toThrow(
      'recordMailEvent failed; the line before this says why',
    );
    expect(await recordOf()).toBeUndefined();
  });

  test('are recorded if valid: the others failed for their defect', async () => {
    const other = newId('submission');
    await handle({ detail: { mail: { tags: { ...tags, [ABOUT_TAG]: [other] } }, bounce } });
    expect(await recordOf(other)).toMatchObject({ state: 'failed' });
  });
});
