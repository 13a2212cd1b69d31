import { endpointMustExist } from '../storage/endpointExistence.ts';
import { ABSENT, hasValues, onlyIf, setAll } from '../storage/expressions.ts';
import { statisticsKey } from '../storage/itemKeys.ts';
import { ConditionFailed, type TableAccess } from '../storage/table.ts';
import type { WriteOutcome } from './indexWriter.ts';
import { encodeEntries, encodeReasons } from './segmentText.ts';
import type { Statistics } from './statistics.ts';

/** The submission counts, which are all that this writer sets. */
export type CountedStatistics = Omit<Statistics, 'version' | 'mails'>;

export class StatisticsWriter {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /**
   * Writes statistics computed from the given `version` (0 for none), unless another writer was first. The first ones
   * require the endpoint to exist, so that none appear after a removal.
   */
  async write(endpointId: string, version: number, statistics: CountedStatistics): Promise<WriteOutcome> {
    const { submissions, flagCounts, lastSubmissionAt = null, last, tail } = statistics;
    const { unread, spam, unreadSpam, reasons } = flagCounts;
    const values = { submissions, unread, spam, unreadSpam, reasons: encodeReasons(reasons), lastSubmissionAt, last };
    const condition = version === 0 ? ABSENT : hasValues({ version });
    const changes = setAll({ version: version + 1, ...values, tail: encodeEntries(tail) });
    const update = { Key: statisticsKey(endpointId), ...onlyIf(condition, changes) };
    try {
      if (version === 0) await this.#table.transact([endpointMustExist(endpointId), { Update: update }]);
      else await this.#table.update({ ...update, ReturnValues: 'NONE' });
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return version === 0 && error.index === 0 ? 'gone' : 'stale';
    }
  }
}
