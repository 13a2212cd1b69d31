import { learnedFilterKey } from '../../../shared/storage/itemKeys.ts';
import type { TransactionWrite } from '../../../shared/storage/table.ts';
import type { Intercept } from '../../support/simulator/calls.ts';
import { changed } from '../../support/simulator/mutants.ts';
import { SimulatedFilter } from './simulatedFilter.ts';
import type { ScheduleMutant, Suite } from './simulation.ts';

type Update = NonNullable<TransactionWrite['Update']>;

const FILTER = learnedFilterKey('').SK;
const isOfFilter = ({ Update }: TransactionWrite): boolean => Update?.Key.SK === FILTER;

const withWrites = (change: (write: TransactionWrite) => TransactionWrite[]): Intercept =>
  changed(
    ({ action }) => action === 'TransactWriteItems',
    (input) => ({ ...input, TransactItems: (input.TransactItems as TransactionWrite[]).flatMap(change) }),
  );

const withCondition =
  (whose: 'filter' | 'submissions', change: (condition: string, update: Update) => string): ScheduleMutant =>
  () =>
    withWrites((write) => {
      const { Update } = write;
      if (!Update?.ConditionExpression || isOfFilter(write) !== (whose === 'filter')) return [write];
      return [{ Update: { ...Update, ConditionExpression: change(Update.ConditionExpression, Update) } }];
    });

const without =
  (attribute: string) =>
  (condition: string): string =>
    condition
      .split(' AND ')
      .filter((part) => !part.includes(attribute))
      .join(' AND ');

/** Writes the filter first and ignores the submissions' outcome. */
const apart: ScheduleMutant = () => async (call, perform) => {
  if (call.action !== 'TransactWriteItems') return perform(call);
  const writes = call.input.TransactItems as TransactionWrite[];
  const part = (TransactItems: TransactionWrite[]) => perform({ ...call, input: { ...call.input, TransactItems } });
  await part(writes.filter((write) => isOfFilter(write) || write.ConditionCheck));
  return part(writes.filter((write) => !isOfFilter(write) && !write.ConditionCheck)).catch(() => ({}));
};

export const filterSuite: Suite = {
  rareSeeds: [352, 15732],
  simulate: (random, mutant) => new SimulatedFilter(random, mutant),
  mutants: {
    'a filter that is written over any other': withCondition('filter', (condition) =>
      condition.startsWith('attribute_not_exists') ? condition : 'attribute_exists(PK)',
    ),
    'a submission that is learned regardless of how it was learned before': withCondition('submissions', (condition) =>
      without('learnedIn')(without('learnedAs')(condition)),
    ),
    'a submission that is learned regardless of a new mark': withCondition('submissions', without('toLearn')),
    'a removed submission that is learned': withCondition('submissions', without('attribute_exists(PK)')),
    'a submission that is learned regardless of its period': withCondition('submissions', without('learnedDuring')),
    'what a filter knows, written apart from what was learned': apart,
  },
};
