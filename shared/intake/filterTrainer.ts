import { StorageUnavailable } from '../storage/failures.ts';
import type { CountedLesson, LearnedFilter, LearnedFilters, Outcomes } from '../storage/learnedFilters.ts';
import type { Kind, Lesson } from '../storage/learning.ts';
import type { Feature } from './features.ts';
import { withMark, withoutMark } from './filterRecord.ts';
import { learnAll, type MarkChange } from './learnedFilter.ts';

/** A submission that a person marked, as it was when it was read. */
export interface Mark extends Lesson {
  features: readonly Feature[];
  /** What the filter had taken it for, if it had judged it. */
  judgedAs?: Kind | undefined;
}

/**
 * Submissions that one write learns. A transaction takes 100 items and 4 MB; each of these has at most some 60 kB. The
 * more they are, the less each costs, since the filter is written once; the fewer, the sooner a conflict is over.
 */
const LESSONS_PER_WRITE_MAX = 25;
/** Writes that another writer of the same filter came before. */
const RACES_MAX = 20;

/** Sizes of writes and of a record's periods, where they are not as usual. */
interface TrainerOptions {
  lessonsPerWrite?: number;
  wantedPerPeriod?: number;
}

/**
 * Has filters learn what people mark. With each submission it is stored as what it was learned, in one write with what
 * the filter knows then: so each is learned once, however often and by how many instances a mark is told. Where a
 * submission was learned as something else, that is taken back. A removed submission stays learned.
 */
export class FilterTrainer {
  readonly #filters: Pick<LearnedFilters, 'find' | 'learn'>;
  readonly #lessonsPerWrite: number;
  readonly #wantedPerPeriod: number | undefined;

  constructor(filters: Pick<LearnedFilters, 'find' | 'learn'>, options: TrainerOptions = {}) {
    this.#filters = filters;
    this.#lessonsPerWrite = options.lessonsPerWrite ?? LESSONS_PER_WRITE_MAX;
    this.#wantedPerPeriod = options.wantedPerPeriod;
  }

  /**
   * Learns marks of one endpoint, of each submission the last one, if the endpoint has its filter learn. A mark that is
   * obsolete by now is left out: what came after it is told by another. So is one that was learned before.
   * @returns how many submissions were learned
   * @throws StorageUnavailable
   */
  async train(endpointId: string, marks: readonly Mark[]): Promise<number> {
    let due = [...new Map(marks.map((mark) => [mark.submissionId, mark])).values()];
    let learned = 0;
    for (let races = 0; races < RACES_MAX; races++) {
      const found = await this.#filters.find(endpointId);
      if (!found?.isLearning) return learned;
      const progress = await this.#learn(endpointId, found.filter, due);
      learned += progress.learned;
      due = progress.left;
      if (due.length === 0) return learned;
    }
    throw new StorageUnavailable(new Error(`the filter was still being changed after ${RACES_MAX} attempts`));
  }

  /** Learns marks write by write, until none is left or another writer was first. */
  async #learn(endpointId: string, read: LearnedFilter, marks: readonly Mark[]) {
    let filter = read;
    let left = marks.filter((mark) => mark.before.toLearn || kindBefore(mark, read) !== mark.kind);
    let learned = 0;
    while (left.length > 0) {
      const { next, lessons } = this.#afterLessons(filter, left.slice(0, this.#lessonsPerWrite));
      const outcome = await this.#filters.learn(endpointId, { read: filter, next, lessons });
      if (outcome === 'stale') break;
      if (outcome === 'written') {
        filter = { ...next, version: filter.version + 1 };
        left = left.slice(lessons.length);
        learned += lessons.length;
      } else left = left.filter(({ submissionId }) => !outcome.obsolete.has(submissionId));
    }
    return { left, learned };
  }

  /** What the filter knows after some marks, and each of them with the period that counts it. */
  #afterLessons(filter: LearnedFilter, marks: readonly Mark[]) {
    const outcomes = { ...filter.outcomes };
    const changes: MarkChange[] = [];
    let { record } = filter;
    const lessons = marks.map((mark): CountedLesson => {
      const { features, judgedAs, kind } = mark;
      const before = kindBefore(mark, filter);
      if (before) {
        changes.push({ features, kind: before, change: -1 });
        if (judgedAs) outcomes[outcomeOf(judgedAs, before)]--;
        if (judgedAs) record = withoutMark(record, { judgedAs, kind: before }, mark.before.learnedDuring);
      }
      changes.push({ features, kind, change: 1 });
      const { period } = record;
      if (judgedAs) outcomes[outcomeOf(judgedAs, kind)]++;
      if (judgedAs) record = withMark(record, { judgedAs, kind }, this.#wantedPerPeriod);
      return { ...mark, period };
    });
    return { next: { ...filter, state: learnAll(filter.state, changes), outcomes, record }, lessons };
  }
}

/** What this filter learned a submission as before; what another one did is forgotten. */
const kindBefore = ({ before }: Lesson, { generation }: LearnedFilter): Kind | undefined =>
  before.learnedIn === generation ? before.learnedAs : undefined;

/** What a mark says about a judgement. */
function outcomeOf(judgedAs: Kind, kind: Kind): keyof Outcomes {
  if (judgedAs === 'spam') return kind === 'spam' ? 'truePositives' : 'falsePositives';
  return kind === 'ham' ? 'trueNegatives' : 'falseNegatives';
}
