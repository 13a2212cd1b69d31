import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time so far of the local cloud's own process, all its threads, and of the engine below it. */
export interface ProcessorTime {
  cloudMs: number;
  engineMs: number;
}

/** Undefined where there is no `/proc` to read it from. */
export function processorTime(cloudPid: number): ProcessorTime | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const childrenOf = (parent: number) => processes.filter(({ parentPid }) => parentPid === parent);
  // The engine is started by a shell that watches over it.
  const engines = childrenOf(cloudPid).flatMap(({ pid }) => childrenOf(pid));
  return {
    cloudMs: processes.find(({ pid }) => pid === cloudPid)?.ms ?? 0,
    engineMs: engines.reduce((sum, { ms }) => sum + ms, 0),
  };
}

/** A process that has just ended has none. */
function statOf(pid: string): { pid: number; parentPid: number; ms: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: state, parent, … follow it; user and system time are 14 and 15 of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid: Number(pid), parentPid: Number(fields[1]), ms: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}
