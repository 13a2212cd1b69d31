import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { handleRecords, type Work } from '../../../../shared/changes/handleRecords.ts';
import type { FailedWork } from '../../../../shared/changes/storeFailed.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';
import { endpointKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';

const READER = 'arn:aws:lambda:eu-west-1:1:function:reader';
const [SOUND, BROKEN] = [newId('endpoint'), newId('endpoint')];

let sequence = 0;
const recordOf = ({ PK, SK }: ItemKey): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { Keys: marshall({ PK, SK }) as never, NewImage: {}, SequenceNumber: String(++sequence) },
});
const submissionOf = (endpointId: string) => recordOf(submissionKey(endpointId, newId('submission')));

let putAside: FailedWork[];
let performed: string[];
beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  putAside = [];
  performed = [];
});

const workThat = (name: string, fail: (endpointId: string) => unknown, needsTable = true): Work => ({
  name,
  needsTable,
  isAbout: () => true,
  perform: async (endpointId) => {
    performed.push(`${name} ${endpointId}`);
    const error = fail(endpointId);
    if (error !== undefined) throw error;
  },
});
const succeeds = () => undefined;
const failsFor =
  (endpointId: string, error: unknown = new Error('broken')) =>
  (each: string) =>
    each === endpointId ? error : undefined;

const handle = (
  records: DynamoDBRecord[],
  works: Work[],
  storeFailed = async (failed: FailedWork) => void putAside.push(failed),
) => handleRecords(records, works, READER, { storeFailed, wait: async () => undefined });

const sequencesOf = (records: readonly DynamoDBRecord[]) => records.map(({ dynamodb }) => dynamodb?.SequenceNumber);

describe('records of the stream', () => {
  test.each<[string, DynamoDBRecord]>([
    ["an endpoint's id that is none", recordOf(submissionKey('enp_x', newId('submission')))],
    ["a submission's id that is none", recordOf(submissionKey(SOUND, 'sub_x'))],
    ["an endpoint's own item under an id that is none", recordOf(endpointKey('enp_../x'))],
    [
      'a key that is no text',
      { ...recordOf(endpointKey(SOUND)), dynamodb: { Keys: { PK: { N: '1' } }, SequenceNumber: '0' } },
    ],
  ])('with %s are put aside individually and not retried', async (_what, malformed) => {
    const sound = submissionOf(SOUND);
    expect(await handle([malformed, sound], [workThat('index', succeeds)])).toEqual([]);
    expect(performed).toEqual([`index ${SOUND}`]);
    expect(putAside.map(({ functionArn, work, records }) => [functionArn, work, records])).toEqual([
      [READER, 'read', [malformed]],
    ]);
  });

  test('are put aside only for the work and the endpoint that failed three times', async () => {
    const [first, other, second] = [submissionOf(BROKEN), submissionOf(SOUND), submissionOf(BROKEN)];
    const works = [workThat('index', failsFor(BROKEN)), workThat('files', succeeds)];
    expect(await handle([first, other, second], works)).toEqual([]);
    expect(performed.filter((each) => each === `index ${BROKEN}`)).toHaveLength(3);
    expect(performed.filter((each) => each !== `index ${BROKEN}`).sort()).toEqual(
      [`index ${SOUND}`, `files ${SOUND}`, `files ${BROKEN}`].sort(),
    );
    expect(putAside.map(({ work, about, records }) => [work, about, sequencesOf(records)])).toEqual([
      ['index', BROKEN, sequencesOf([first, second])],
    ]);
  });

  test('are put aside after one attempt if their item cannot be parsed', async () => {
    await handle([submissionOf(BROKEN)], [workThat('index', failsFor(BROKEN, new SyntaxError('not JSON')))]);
    expect(performed).toHaveLength(1);
    expect(putAside).toHaveLength(1);
  });

  test('are left to the stream to retry, not put aside, while the table is unavailable', async () => {
    const records = [submissionOf(SOUND), submissionOf(BROKEN)];
    const unavailable = () => new StorageUnavailable('out of reach');
    const works = [workThat('index', unavailable), workThat('files', succeeds, false)];
    expect((await handle(records, works)).sort()).toEqual(sequencesOf(records).sort());
    expect(putAside).toEqual([]);
  });

  test('are put aside if the table only fails for one endpoint', async () => {
    const records = [submissionOf(SOUND), submissionOf(BROKEN)];
    const works = [workThat('index', failsFor(BROKEN, new StorageUnavailable('throttled')))];
    expect(await handle(records, works)).toEqual([]);
    expect(putAside.map(({ about }) => about)).toEqual([BROKEN]);
  });

  test('are left to the stream to retry if they cannot be put aside, which is logged', async () => {
    const error = jest.spyOn(console, 'error');
    const malformed = recordOf(submissionKey(SOUND, 'sub_x'));
    const [broken, sound] = [submissionOf(BROKEN), submissionOf(SOUND)];
    const retried = await handle([malformed, broken, sound], [workThat('index', failsFor(BROKEN))], async () => {
      throw new StorageUnavailable('no bucket');
    });
    expect(retried).toEqual(sequencesOf([malformed, broken]));
    const line = { event: 'stream records could not be put aside', work: 'index', about: BROKEN };
    expect(error).toHaveBeenCalledWith(expect.objectContaining(line));
  });
});
