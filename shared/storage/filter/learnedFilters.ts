import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { isId } from '../../contract/ids.ts';
import { endpointMustExist } from '../endpoints/endpointExistence.ts';
import { ABSENT, between, hasValues, onlyIf, PRESENT, selectingNamed, setAll } from '../table/expressions.ts';
import { ENDPOINT_SORT_KEY, learnedFilterKey, placesKey, submissionKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import { readOr } from '../table/stored.ts';
import { ConditionFailed, type Item, type TableAccess, type TransactionWrite } from '../table/table.ts';
import { attributeNames, together } from '../table/written.ts';
import type { Lesson } from './learning.ts';

/** Comparison of people's spam marks with the filter's judgements. */
export const Outcomes = z.object({
  /** Correctly judged as spam. */
  truePositives: z.number(),
  /** Wanted, but judged as spam. */
  falsePositives: z.number(),
  trueNegatives: z.number(),
  /** Spam, but not judged as spam. */
  falseNegatives: z.number(),
});
export type Outcomes = z.output<typeof Outcomes>;

/**
 * For the current and the previous period: judged submissions that people marked as wanted, and how many of these the
 * filter judged as spam. A period ends after a fixed number of wanted ones.
 */
const FilterRecord = z.object({
  period: z.number(),
  wanted: z.number(),
  taken: z.number(),
  wantedBefore: z.number(),
  takenBefore: z.number(),
});
export type FilterRecord = z.output<typeof FilterRecord>;

export const StoredFilter = z.object({
  version: z.number(),
  /** Distinguishes this filter from earlier ones that were reset. */
  generation: z.string(),
  state: z.instanceof(Uint8Array),
  outcomes: Outcomes,
  record: FilterRecord,
});

/** An endpoint's learned filter. Without `state`, it has learned nothing and is not stored. */
export type LearnedFilter = Omit<z.output<typeof StoredFilter>, 'state'> & { state?: Uint8Array | undefined };

/** A lesson, and the period in which it is counted. */
export interface CountedLesson extends Lesson {
  period: number;
}

/**
 * Outcome of a write: `stale` if another writer was first or the endpoint is gone; `obsolete` lists outdated lessons.
 */
export type LearnOutcome = 'written' | 'stale' | { obsolete: ReadonlySet<string> };

export const FILTER_ATTRIBUTES = /* @__PURE__ */ attributeNames(StoredFilter);
/** Attributes read of a filter. */
export const READ_FILTER_ATTRIBUTES = /* @__PURE__ */ together(FILTER_ATTRIBUTES, ['spamFilter']);
const selectLearning = /* @__PURE__ */ selectingNamed(/* @__PURE__ */ together(READ_FILTER_ATTRIBUTES, ['SK']));
const GENERATION_BYTES = 6;

export class LearnedFilters {
  readonly #table: Pick<TableAccess, 'query' | 'transact' | 'delete'>;

  constructor(table: Pick<TableAccess, 'query' | 'transact' | 'delete'>) {
    this.#table = table;
  }

  /** An endpoint's filter, and whether the endpoint uses it: one query. Undefined without an endpoint, or if the filter cannot be read. */
  async find(endpointId: string): Promise<{ isLearning: boolean; filter: LearnedFilter } | undefined> {
    const { endpoint, filter } = await readWithFilter(this.#table, endpointId, selectLearning);
    if (!endpoint) return undefined;
    const stored = filter && readFilter(filter, endpointId);
    if (filter && !stored) return undefined;
    return { isLearning: endpoint.spamFilter === 'learn', filter: stored ?? newFilter() };
  }

  /**
   * Writes the filter's new state and the class as which each submission was learned, in one transaction. It fails if
   * the filter or a submission's learning attributes changed since they were read. The first write requires the
   * endpoint to exist, so that no filter appears after a removal.
   */
  async learn(
    endpointId: string,
    { read, next, lessons }: { read: LearnedFilter; next: LearnedFilter; lessons: readonly CountedLesson[] },
  ): Promise<LearnOutcome> {
    const isFirst = read.state === undefined;
    const { version, generation } = read;
    const condition = isFirst ? ABSENT : hasValues({ version, generation });
    const update = setAll({ ...next, version: version + 1, generation });
    const filterWrites: TransactionWrite[] = [
      { Update: { Key: learnedFilterKey(endpointId), ...onlyIf(condition, update) } },
      ...(isFirst ? [endpointMustExist(endpointId)] : []),
    ];
    const writes = lessons.map((lesson) => learnedUpdate(endpointId, lesson, generation));
    try {
      await this.#table.transact([...filterWrites, ...writes]);
      return 'written';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.index < filterWrites.length) return 'stale';
      const obsolete = error.indexes.flatMap((index) => lessons[index - filterWrites.length]?.submissionId ?? []);
      return { obsolete: new Set(obsolete) };
    }
  }

  /** Resets a filter. Submissions stay learned in their class; a new spam mark trains the next filter. */
  async reset(endpointId: string): Promise<void> {
    await this.#table.delete(learnedFilterKey(endpointId));
  }
}

export const reviewOf = (endpointId: string): Lookup<Pick<LearnedFilter, 'outcomes' | 'record'> | undefined> => ({
  keys: isId('endpoint', endpointId) ? [learnedFilterKey(endpointId)] : [],
  from: ([item]) => item && readFilter(item, endpointId),
});

const readFilter = (item: Item, endpointId: string) =>
  readOr(() => StoredFilter.parse(item), learnedFilterKey(endpointId));

/** These attributes of an endpoint and of its filter, which is sorted right after it: one query. */
export async function readWithFilter(
  table: Pick<TableAccess, 'query'>,
  endpointId: string,
  select: ReturnType<typeof selectingNamed>,
): Promise<{ endpoint?: Item | undefined; filter?: Item | undefined; places?: Item | undefined }> {
  const { PK, SK: last } = learnedFilterKey(endpointId);
  const { Items = [] } = await table.query(select(between(PK, [ENDPOINT_SORT_KEY, last])));
  const itemAt = (sortKey: string) => Items.find(({ SK }) => SK === sortKey);
  const places = itemAt(placesKey(endpointId).SK);
  return { endpoint: itemAt(ENDPOINT_SORT_KEY), filter: itemAt(last), places };
}

const newFilter = (): LearnedFilter => ({
  version: 0,
  generation: randomBytes(GENERATION_BYTES).toString('base64url'),
  outcomes: { truePositives: 0, falsePositives: 0, trueNegatives: 0, falseNegatives: 0 },
  record: { period: 0, wanted: 0, taken: 0, wantedBefore: 0, takenBefore: 0 },
});

function learnedUpdate(endpointId: string, { submissionId, kind, before, period }: CountedLesson, learnedIn: string) {
  const { toLearn, learnedAs, learnedDuring } = before;
  const asRead = hasValues({ toLearn, learnedAs, learnedIn: before.learnedIn, learnedDuring });
  const condition = {
    ...asRead,
    ConditionExpression: `${PRESENT.ConditionExpression} AND ${asRead.ConditionExpression}`,
  };
  const update = setAll({ learnedAs: kind, learnedIn, learnedDuring: period, toLearn: null });
  return { Update: { Key: submissionKey(endpointId, submissionId), ...onlyIf(condition, update) } };
}
