import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '../processorTime.ts';
import type { FunctionThread } from './probe.ts';

/** Processor time of a local cloud in milliseconds, by user. */
export interface ThreadTimes {
  /** All threads of functions: those of operations, and those of the stream. */
  functions: number;
  /** Gateway, proxy of the AWS services, readers of the stream. */
  main: number;
  /** V8's threads, which compile and collect garbage for all others, and those that write files. */
  helpers: number;
  engine: number;
}

/** Processor time so far of each thread of a local cloud, by thread id. */
export interface Snapshot {
  cloud: Map<number, number>;
  engine: Map<number, number>;
}

export function takeSnapshot(pid: number): Snapshot {
  const keepers = childrenOf(pid);
  const below = [...keepers, ...keepers.flatMap(childrenOf)];
  return { cloud: new Map(threadsOf(pid)), engine: new Map(below.flatMap(threadsOf)) };
}

/** Linux counts a thread's time in nanoseconds. */
const threadsOf = (pid: number): [tid: number, ms: number][] =>
  readdirSync(`/proc/${pid}/task`).map((tid) => {
    const [ranNs] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ');
    return [Number(tid), Number(ranNs) / 1e6];
  });

/** The difference between two snapshots. */
export function timesBetween(before: Snapshot, after: Snapshot, pid: number, threads: FunctionThread[]): ThreadTimes {
  const times: ThreadTimes = { functions: 0, main: 0, helpers: 0, engine: 0 };
  const functions = new Set(threads.map(({ tid }) => tid));
  const kindOf = (tid: number) => (tid === pid ? 'main' : functions.has(tid) ? 'functions' : 'helpers');
  for (const [tid, ms] of after.cloud) times[kindOf(tid)] += ms - (before.cloud.get(tid) ?? 0);
  for (const [tid, ms] of after.engine) times.engine += ms - (before.engine.get(tid) ?? 0);
  return times;
}
