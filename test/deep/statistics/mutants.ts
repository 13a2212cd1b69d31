import { statisticsKey } from '../../../shared/storage/itemKeys.ts';
import { MAIL_COUNT_ATTRIBUTES } from '../../../shared/storage/mailCounts.ts';
import type { Item } from '../../../shared/storage/table.ts';
import type { ServiceCall } from '../../support/simulator/calls.ts';
import { changed } from '../../support/simulator/mutants.ts';
import { statisticsOverAnyVersion } from '../schedules/indexMutants.ts';
import type { ScheduleMutant } from '../schedules/simulation.ts';

const isOfStatistics = ({ action, input }: ServiceCall): boolean =>
  action === 'UpdateItem' && (input.Key as Item).SK === statisticsKey('').SK;

/** Statistics are written as a whole. */
const overMailCounts: ScheduleMutant = () =>
  changed(isOfStatistics, (input) => ({
    ...input,
    UpdateExpression: `${input.UpdateExpression} REMOVE ${MAIL_COUNT_ATTRIBUTES.join(', ')}`,
  }));

/** Each makes statistics differ from the truth. */
export const STATISTICS_MUTANTS: Record<string, ScheduleMutant> = {
  "statistics that are written without a look at the stored ones' version": statisticsOverAnyVersion,
  'statistics that take the counts of mails with them': overMailCounts,
};
