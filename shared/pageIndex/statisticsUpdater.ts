import type { TableAccess } from '../storage/table/table.ts';
import { entriesBetween, entriesFrom, firstEntries } from './entries.ts';
import type { Entry } from './flagCounts.ts';
import { lastOf } from './head.ts';
import { type Known, readReplaceable, type Statistics, type StatisticsRead, totalsOf } from './statistics.ts';
import { readHead } from './store.ts';
import { writeStatistics } from './write.ts';

const ATTEMPTS_MAX = 50;
/** Largest number of unindexed submissions for which an endpoint's first statistics are computed during an update. */
const NEW_TAIL_MAX = 512;
/** Unchanged submissions between changed ones that are read with them, instead of by a query more. */
const UNCHANGED_READ_MAX = 16;

interface Due {
  /** Sort ids of the changed ones, or all. */
  changed: readonly string[] | 'all';
  creates: boolean;
}

/**
 * Keeps an endpoint's statistics: the sum of the page index and of the submissions after it, read from the table and
 * not from stream records. Nothing is incremented, so changes may be repeated, interrupted, or handled by two instances
 * at once. Correctness rests on three rules:
 *
 * - every write requires the version that was read before the head and the submissions it is computed from;
 * - it is written even if nothing changed, to invalidate computations that started earlier;
 * - every writer of a head writes the statistics afterwards.
 */
export class StatisticsUpdater {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  read(endpointId: string): Promise<StatisticsRead> {
    return readReplaceable(this.#table, endpointId);
  }

  async update(endpointId: string, known: Known, due: Due): Promise<void> {
    let { stored, broken, head } = known;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (stored === undefined && !due.creates) return;
      const next = await this.#next(endpointId, { stored, head }, due.changed);
      if (next === undefined) return;
      const version = broken ? broken.version : (stored?.version ?? 0);
      const outcome = await writeStatistics(this.#table, { endpointId, version }, next);
      if (outcome !== 'stale') return;
      ({ stored, broken } = await readReplaceable(this.#table, endpointId));
      head = await readHead(this.#table, endpointId);
    }
    throw new Error(`the statistics of ${endpointId} were still being changed after ${ATTEMPTS_MAX} attempts`);
  }

  /** Recomputes the statistics from the index and all submissions after it. */
  async rebuild(endpointId: string): Promise<void> {
    const read = await readReplaceable(this.#table, endpointId);
    const head = await readHead(this.#table, endpointId);
    await this.update(endpointId, { ...read, head }, { changed: 'all', creates: true });
  }

  /** The next statistics; undefined for an index that is being removed. */
  async #next(endpointId: string, { stored, head }: Known, changed: Due['changed']) {
    const last = lastOf(head);
    if (stored && stored.last > last) return undefined;
    const tail = await this.#tail(endpointId, { stored, last }, changed);
    return tail && { ...(await totalsOf(this.#table, endpointId, head, tail)), last, tail };
  }

  async #tail(
    endpointId: string,
    { stored, last }: { stored: Statistics | undefined; last: string },
    changed: Due['changed'],
  ): Promise<Entry[] | undefined> {
    if (changed === 'all') return entriesBetween(this.#table, endpointId, last, '');
    if (stored === undefined) {
      const entries = await firstEntries(this.#table, endpointId, last, NEW_TAIL_MAX + 1);
      return entries.length > NEW_TAIL_MAX ? undefined : entries;
    }
    const kept = stored.tail.filter(({ sortId }) => sortId > last);
    const runs = runsOf(changed.filter((sortId) => sortId > last).sort(), kept);
    const read = await Promise.all(
      runs.map(({ first, through }) => entriesFrom(this.#table, endpointId, first, through)),
    );
    const isRead = (sortId: string) => runs.some(({ first, through }) => first <= sortId && sortId <= through);
    return [...kept.filter(({ sortId }) => !isRead(sortId)), ...read.flat()].sort(oldestFirst);
  }
}

const oldestFirst = (a: Entry, b: Entry): number => (a.sortId < b.sortId ? -1 : Number(a.sortId > b.sortId));

/** The ranges of changed submissions: a tail may be long, and only its changed parts are read. */
function runsOf(changed: readonly string[], known: readonly Entry[]): { first: string; through: string }[] {
  const runs: { first: string; through: string }[] = [];
  for (const sortId of changed) {
    const run = runs.at(-1);
    const isNear = ({ through }: { through: string }) =>
      known.filter((entry) => through < entry.sortId && entry.sortId < sortId).length <= UNCHANGED_READ_MAX;
    if (run && isNear(run)) run.through = sortId;
    else runs.push({ first: sortId, through: sortId });
  }
  return runs;
}
