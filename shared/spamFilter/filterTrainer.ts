import type { CountedLesson, LearnedFilter, LearnedFilters, Outcomes } from '../storage/filter/learnedFilters.ts';
import type { Kind, Lesson } from '../storage/filter/learning.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import type { Feature } from './features.ts';
import { withoutSpamMark, withSpamMark } from './filterRecord.ts';
import { learnAll, type SpamMarkChange } from './learnedFilter.ts';

/** A submission marked by a person, as it was when read. */
export interface SpamMark extends Lesson {
  features: readonly Feature[];
  /** The filter's judgement, if it had made one. */
  judgedAs?: Kind | undefined;
}

/**
 * Submissions learned per write. A transaction takes 100 items and 4 MB; each submission has at most about 60 kB. More
 * per write is cheaper, since the filter is written once; fewer resolves conflicts sooner.
 */
const LESSONS_PER_WRITE_MAX = 25;
/** Writes that may lose against another writer of the same filter. */
const RACES_MAX = 20;

interface TrainerOptions {
  lessonsPerWrite?: number;
  wantedPerPeriod?: number;
}

/**
 * Trains filters with people's spam marks. The filter is written together with what each submission was learned as: so
 * each is learned once, even if several instances process a mark repeatedly. If a submission was learned as the other
 * class, that is undone first. A removed submission stays learned.
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
   * Learns an endpoint's spam marks, the last one of each submission, if its filter is on. Skips marks that are
   * obsolete, since the newer one has a message of its own, or already learned.
   * @returns how many submissions were learned
   * @throws StorageUnavailable
   */
  async train(endpointId: string, marks: readonly SpamMark[]): Promise<number> {
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

  /** Learns in several writes, until all marks are done or another writer was first. */
  async #learn(endpointId: string, read: LearnedFilter, marks: readonly SpamMark[]) {
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

  /** The filter's next state, and each lesson with the period in which it is counted. */
  #afterLessons(filter: LearnedFilter, marks: readonly SpamMark[]) {
    const outcomes = { ...filter.outcomes };
    const changes: SpamMarkChange[] = [];
    let { record } = filter;
    const lessons = marks.map((mark): CountedLesson => {
      const { features, judgedAs, kind } = mark;
      const before = kindBefore(mark, filter);
      if (before) {
        changes.push({ features, kind: before, change: -1 });
        if (judgedAs) outcomes[outcomeOf(judgedAs, before)]--;
        if (judgedAs) record = withoutSpamMark(record, { judgedAs, kind: before }, mark.before.learnedDuring);
      }
      changes.push({ features, kind, change: 1 });
      const { period } = record;
      if (judgedAs) outcomes[outcomeOf(judgedAs, kind)]++;
      if (judgedAs) record = withSpamMark(record, { judgedAs, kind }, this.#wantedPerPeriod);
      return { ...mark, period };
    });
    return { next: { ...filter, state: learnAll(filter.state, changes), outcomes, record }, lessons };
  }
}

/** The kind that this filter learned a submission as before; kinds learned by earlier filters are ignored. */
const kindBefore = ({ before }: Lesson, { generation }: LearnedFilter): Kind | undefined =>
  before.learnedIn === generation ? before.learnedAs : undefined;

function outcomeOf(judgedAs: Kind, kind: Kind): keyof Outcomes {
  if (judgedAs === 'spam') return kind === 'spam' ? 'truePositives' : 'falsePositives';
  return kind === 'ham' ? 'trueNegatives' : 'falseNegatives';
}
