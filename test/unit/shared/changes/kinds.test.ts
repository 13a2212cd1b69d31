import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { matches } from '../../../../local/events/eventPattern.ts';
import { changeOf } from '../../../../shared/changes/change.ts';
import { type ChangeKind, patternsFor } from '../../../../shared/changes/kinds.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import {
  endpointKey,
  indexHeadKey,
  learnedFilterKey,
  submissionKey,
} from '../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../../shared/storage/table/table.ts';

const ENDPOINT = newId('endpoint');
const SUBMISSION = newId('submission');
const AT_S = 1_700_000_000;

const recordOf = (eventName: string, { PK, SK }: ItemKey, before?: Item, after?: Item): DynamoDBRecord =>
  ({
    eventName,
    dynamodb: {
      Keys: marshall({ PK, SK }),
      SequenceNumber: '7',
      ApproximateCreationDateTime: AT_S,
      ...(before && { OldImage: marshall(before) }),
      ...(after && { NewImage: marshall(after) }),
    },
  }) as DynamoDBRecord;

const SUBMITTED = submissionKey(ENDPOINT, SUBMISSION);
const [HELD, FREED] = [
  { isHeld: true, isSpam: true },
  { isSpam: false, isRead: true },
];

test('A record of the stream has binary values in base64', () => {
  const record = recordOf('INSERT', SUBMITTED);
  const image = { data: { B: Buffer.from([1, 2, 255]).toString('base64') }, location: { S: 'Spain' } };
  const change = changeOf({ ...record, dynamodb: { ...record.dynamodb, NewImage: image } });
  expect(change).toMatchObject({ after: { data: Uint8Array.from([1, 2, 255]), location: 'Spain' } });
});

describe('A record of the stream', () => {
  test.each<[ChangeKind | undefined, DynamoDBRecord]>([
    ['submissionCreated', recordOf('INSERT', SUBMITTED, undefined, HELD)],
    ['submissionReleased', recordOf('MODIFY', SUBMITTED, HELD, FREED)],
    ['submissionChanged', recordOf('MODIFY', SUBMITTED, HELD, { ...HELD, isRead: true })],
    ['submissionChanged', recordOf('MODIFY', SUBMITTED, { isSpam: true }, FREED)],
    ['submissionRemoved', recordOf('REMOVE', SUBMITTED, HELD)],
    ['endpointCreated', recordOf('INSERT', endpointKey(ENDPOINT), undefined, {})],
    ['endpointRemoved', recordOf('REMOVE', endpointKey(ENDPOINT), {})],
    [undefined, recordOf('MODIFY', endpointKey(ENDPOINT), {}, {})],
    [undefined, recordOf('INSERT', learnedFilterKey(ENDPOINT), undefined, {})],
    [undefined, recordOf('MODIFY', indexHeadKey(ENDPOINT), HELD, FREED)],
  ])('is %s', (kind, record) => {
    const change = changeOf(record);
    expect(change?.kind).toBe(kind);
    if (change) expect(change).toMatchObject({ endpointId: ENDPOINT, at: AT_S * 1_000, sequence: '7' });
    const reaches = (reader: Parameters<typeof patternsFor>[0]) =>
      patternsFor(reader).some((pattern) => matches(record, pattern));
    expect(reaches('indexSubmissions')).toBe(kind !== undefined);
    const isToNotify = ['submissionReleased', 'submissionChanged', 'submissionRemoved'].includes(kind ?? '');
    expect(reaches('notifySubmission')).toBe(isToNotify);
  });

  test.each([
    ['reaches notifySubmission if its endpoint has recipients or webhooks', { hasTargets: true }, true],
    ['does not reach notifySubmission if its endpoint has neither', {}, false],
    ['reaches notifySubmission while it is held if its endpoint has webhooks', { ...HELD, hasTargets: true }, true],
  ])('of a new submission %s', (_, after, expected) => {
    const record = recordOf('INSERT', SUBMITTED, undefined, after);
    expect(patternsFor('notifySubmission').some((pattern) => matches(record, pattern))).toBe(expected);
  });

  test('without a key of this table is rejected', () => {
    expect(() => changeOf({ eventName: 'INSERT', dynamodb: {} })).toThrow('invalid_type');
  });
});

test.each(['indexSubmissions', 'notifySubmission'] as const)('The mapping of %s has at most five filters', (reader) => {
  expect(patternsFor(reader).length).toBeLessThanOrEqual(5);
});
