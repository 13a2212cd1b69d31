import type { Profiler, Runtime } from 'node:inspector';
import { basename } from 'node:path';
import { rounded } from '../stats.ts';
import type { ThreadProfile } from './probe.ts';

export interface Hotspot {
  where: string;
  percent: number;
}

const SHOWN_MAX = 15;
/** A waiting thread: the main thread is then idle for V8, any other in a native program. */
const WAITING = ['(idle)', '(program)'];

export function hotspotsOf(profiles: ThreadProfile[]): Record<string, Hotspot[]> {
  const of = (isWanted: (name: string) => boolean) =>
    topOf(profiles.filter(({ name }) => isWanted(name)).map(({ profile }) => profile));
  return { main: of((name) => name === 'main'), functions: of((name) => name !== 'main') };
}

function topOf(profiles: Profiler.Profile[]): Hotspot[] {
  const times = new Map<string, number>();
  for (const profile of profiles) {
    for (const [where, ms] of selfTimes(profile)) times.set(where, (times.get(where) ?? 0) + ms);
  }
  for (const where of WAITING) times.delete(where);
  const total = [...times.values()].reduce((sum, ms) => sum + ms, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN_MAX)
    .map(([where, ms]) => ({ where, percent: rounded((ms / total) * 100, 1) }));
}

function* selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Generator<[string, number]> {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  for (const [i, id] of samples.entries()) yield [places.get(id) ?? '', timeDeltas[i] ?? 0];
}

const placeOf = ({ functionName, url, lineNumber }: Runtime.CallFrame): string =>
  `${functionName || '(anonymous)'}${url ? ` ${basename(url)}:${lineNumber + 1}` : ''}`;
