import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from '../processorTime.ts';
import type { FunctionThread } from './probe.ts';

export interface ThreadTimes {
  functions: number;
  main: number;
  /** V8's threads, which compile and collect garbage for all others, and those that write files. */
  helpers: number;
  engine: number;
}

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

export function timesBetween(before: Snapshot, after: Snapshot, pid: number, threads: FunctionThread[]): ThreadTimes {
  const times: ThreadTimes = { functions: 0, main: 0, helpers: 0, engine: 0 };
  const functions = new Set(threads.map(({ tid }) => tid));
  const kindOf = (tid: number) => (tid === pid ? 'main' : functions.has(tid) ? 'functions' : 'helpers');
  for (const [tid, ms] of after.cloud) times[kindOf(tid)] += ms - (before.cloud.get(tid) ?? 0);
  for (const [tid, ms] of after.engine) times.engine += ms - (before.engine.get(tid) ?? 0);
  return times;
}
