import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export interface ProcessorTime {
  cloudMs: number;
  engineMs: number;
}

interface Process {
  pid: number;
  parentPid: number;
  ms: number;
}

export function processorTime(cloudPid: number): ProcessorTime | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const processes = allProcesses();
  const below = (parent: number) => processes.filter(({ parentPid }) => parentPid === parent);
  // The engine is started by a process that watches over it.
  const engines = below(cloudPid).flatMap(({ pid }) => below(pid));
  return {
    cloudMs: processes.find(({ pid }) => pid === cloudPid)?.ms ?? 0,
    engineMs: engines.reduce((sum, { ms }) => sum + ms, 0),
  };
}

const allProcesses = (): Process[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));

/** A process that has just ended has no such file. */
function statOf(pid: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. State, parent and so on follow it; user and system time are fields 14
    // and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid: Number(pid), parentPid: Number(fields[1]), ms: ticks * TICK_MS };
  } catch {
    return undefined;
  }
}
