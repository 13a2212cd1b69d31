import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { matches } from '../../../../infra/local/events/eventPattern.ts';
import { changeOf } from '../../../../shared/changes/change.ts';
import { type ChangeKind, KINDS_READ_BY, patternOf } from '../../../../shared/changes/kinds.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { endpointKey, indexHeadKey, learnedFilterKey, submissionKey } from '../../../../shared/storage/itemKeys.ts';
import type { ItemKey } from '../../../../shared/storage/partitions.ts';
import type { Item } from '../../../../shared/storage/table.ts';

const ENDPOINT = newId('endpoint');
const SUBMISSION = newId('submission');
const AT_S = 1_700_000_000;

/** A record as the stream has it. */
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
  ])('is %s by what it says', (kind, record) => {
    const change = changeOf(record);
    expect(change?.kind).toBe(kind);
    if (change) expect(change).toMatchObject({ endpointId: ENDPOINT, at: AT_S * 1_000, sequence: '7' });
    // The event filter lets through what the parser takes for that kind; all changes of flags are changes.
    for (const each of Object.values(KINDS_READ_BY).flat()) {
      const fits = each === kind || (each === 'submissionChanged' && kind === 'submissionReleased');
      expect([each, matches(record, patternOf(each))]).toEqual([each, fits]);
    }
  });

  test('without a key of this table is refused', () => {
    expect(() => changeOf({ eventName: 'INSERT', dynamodb: {} })).toThrow('invalid_type');
  });
});

test('A mapping takes at most five filters', () => {
  for (const kinds of Object.values(KINDS_READ_BY)) expect(kinds.length).toBeLessThanOrEqual(5);
});
