import { READ_UNITS_MAX } from './growth.ts';
import type { BenchReport } from './report.ts';

/** One figure of two runs. */
export interface Change {
  /** Such as `operations.createKey.writeUnits`. */
  name: string;
  before: number;
  after: number;
  /** Whether it is a cost, of which nothing may become more; times are told only. */
  isCost: boolean;
}

/** Calls of one action; there were none where an earlier run has no such figure. */
const CALLS = /\.dynamodb\.\w+$/;
const COSTS = /\.(?:rounds|calls|readUnits|writeUnits|bytes|gzipBytes)$/;

/** The figures of a run that are others than in an earlier one. */
export function changesBetween(before: BenchReport, after: BenchReport): Change[] {
  const earlier = new Map(figuresOf(before));
  return figuresOf(after).flatMap(([name, value]) => {
    const before = earlier.get(name) ?? (CALLS.test(name) ? 0 : undefined);
    return before === undefined || before === value ? [] : [{ name, before, after: value, isCost: isCost(name) }];
  });
}

/** What a page of a list costs depends on how much of it the index has just taken in; it has a limit of its own. */
const VARYING = Object.keys(READ_UNITS_MAX);
const isCost = (name: string): boolean =>
  (COSTS.test(name) || CALLS.test(name)) && !VARYING.some((page) => name.includes(page));

export const isWorse = ({ isCost, before, after }: Change): boolean => isCost && after > before;

function figuresOf(value: unknown, path = ''): [name: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => figuresOf(inner, path ? `${path}.${key}` : key));
}
