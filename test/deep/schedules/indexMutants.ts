import { isDeepStrictEqual } from 'node:util';
import type { Segment } from '../../../shared/pageIndex/segments.ts';
import { decodeSegments, encodeSegments } from '../../../shared/pageIndex/segmentText.ts';
import { indexHeadKey, statisticsKey } from '../../../shared/storage/itemKeys.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { ConditionFailed, type TransactionWrite } from '../../../shared/storage/table.ts';
import { type Intercept, type ServiceCall, writesOf } from '../../support/simulator/calls.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';
import { changed, itemWrittenBy } from '../../support/simulator/mutants.ts';
import type { ScheduleMutant } from './simulation.ts';

type Change = TransactionWrite['Update'] & Record<string, unknown>;

const HEAD = indexHeadKey('').SK;
const isHead = (write: TransactionWrite): boolean => write.Update?.Key.SK === HEAD;
const writesHead = (call: ServiceCall): boolean => writesOf(call).some(isHead);

/** Changes the writes of a call that writes a head, the first of which may be the condition on its endpoint. */
const withWrites = (change: (write: TransactionWrite) => TransactionWrite[]): Intercept =>
  changed(writesHead, (input) => {
    if (!input.TransactItems) return { ...change({ Update: input as Change })[0]?.Update };
    return { ...input, TransactItems: (input.TransactItems as TransactionWrite[]).flatMap(change) };
  });

function settled(openSegments: unknown): string {
  const counted = ({ isProvisional: _, ...segment }: Segment): Segment => segment;
  return encodeSegments(decodeSegments(String(openSegments)).map(counted));
}

/** Publishes a segment as if it had been recounted, and tells the writer to start from the stored state. */
const publishedAsCounted: ScheduleMutant = () => async (call, perform) => {
  const head = writesOf(call).find(isHead)?.Update;
  const openSegments = head && itemWrittenBy({ ...call, action: 'UpdateItem', input: { ...head } })?.openSegments;
  if (openSegments === undefined || openSegments === settled(openSegments)) return perform(call);
  const settle = withWrites(({ Update, ...write }) => [
    Update
      ? { Update: { ...Update, ExpressionAttributeValues: settledValues(Update.ExpressionAttributeValues) } }
      : write,
  ]);
  await settle(call, perform);
  throw new ConditionFailed(1, 'so that the head is read again');

  function settledValues(values: Item = {}): Item {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === openSegments ? settled(value) : value]),
    );
  }
};

const unchangedNotWritten: ScheduleMutant = () => {
  const known = new Map<string, unknown>();
  const content = ({ version: _, ...item }: Item): Item => item;
  return async (call, perform) => {
    if (!writesHead(call)) {
      const output = await perform(call);
      if (call.action === 'GetItem')
        known.set(idOf(call.input.Key as Item), output.Item && content(output.Item as Item));
      return output;
    }
    const items = writesOf(call).flatMap(({ Put, Update }) =>
      Put ? [Put.Item] : Update ? [itemWrittenBy({ ...call, action: 'UpdateItem', input: { ...Update } }) ?? {}] : [],
    );
    if (items.every((item) => isDeepStrictEqual(known.get(idOf(item)), content(item)))) return {};
    const output = await perform(call);
    for (const item of items) known.set(idOf(item), content(item));
    return output;
  };
};

const overAnyVersion: ScheduleMutant = () =>
  withWrites((write) => [
    isHead(write) && write.Update?.ConditionExpression?.includes('version')
      ? { Update: { ...write.Update, ConditionExpression: 'attribute_exists(PK)' } }
      : write,
  ]);

const STATISTICS = statisticsKey('').SK;
const isOfStatistics = ({ Update }: TransactionWrite): boolean => Update?.Key.SK === STATISTICS;

const statisticsOverAnyVersion: ScheduleMutant = () =>
  changed(
    (call) => call.action === 'UpdateItem' && writesOf(call).some(isOfStatistics),
    (input) => ({ ...input, ConditionExpression: 'attribute_exists(PK)' }),
  );

const unchangedStatisticsNotWritten: ScheduleMutant = () => {
  let known: Item | undefined;
  const content = ({ version: _, ...item }: Item): Item => item;
  return async (call, perform) => {
    if (call.action === 'GetItem' && (call.input.Key as Item).SK === STATISTICS) {
      const output = await perform(call);
      known = output.Item as Item | undefined;
      return output;
    }
    if (call.action !== 'UpdateItem' || !writesOf(call).some(isOfStatistics)) return perform(call);
    const written = itemWrittenBy(call) ?? {};
    return known && isDeepStrictEqual(content(known), content(written)) ? {} : perform(call);
  };
};

/** Takes what it knows of a submission that is not indexed from the earlier statistics. */
const tailNotReadAgain: ScheduleMutant = () => {
  let before: Item[] = [];
  const isOfTail = (call: ServiceCall) =>
    call.action === 'Query' &&
    call.input.Select === 'SPECIFIC_ATTRIBUTES' &&
    !String((call.input.ExpressionAttributeValues as Item)[':from']).endsWith('~');
  return async (call, perform) => {
    if (!isOfTail(call)) return perform(call);
    const output = await perform(call);
    const items = (output.Items as Item[]).map((item) => before.find(({ SK }) => SK === item.SK) ?? item);
    before = [...before, ...items];
    return { ...output, Items: items };
  };
};

const withoutEndpoint: ScheduleMutant = () => withWrites((write) => (write.ConditionCheck ? [] : [write]));

const countedWeakly: ScheduleMutant = () =>
  changed(
    ({ action }) => action === 'Query',
    (input) => ({ ...input, ConsistentRead: false }),
  );

export const INDEX_MUTANTS: Record<string, ScheduleMutant> = {
  'a sealed segment that is not counted again after it was published': publishedAsCounted,
  'a recount that is not written because its number is the same': unchangedNotWritten,
  "a head that is written without a look at the stored one's version": overAnyVersion,
  'a first head that does not depend on its endpoint': withoutEndpoint,
  'segments that are counted by eventually consistent reads': countedWeakly,
  "statistics that are written without a look at the stored ones' version": statisticsOverAnyVersion,
  'statistics that are not written because they are the same': unchangedStatisticsNotWritten,
  'a submission after the index that is read only once': tailNotReadAgain,
};
