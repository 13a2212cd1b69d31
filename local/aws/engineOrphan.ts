import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** After this time an orphan is killed. Its database survives that. */
const END_TIMEOUT_MS = 5_000;

/** The file in which the engine's keeper notes the engine's process id. */
export const pidFileOf = (file: string): string => `${file}.pid`;

/** Ends an engine on this database whose keeper was killed, so that never two of them have it open. */
export async function endOrphan(file: string): Promise<void> {
  const pidFile = pidFileOf(file);
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  for (const start = Date.now(); pid > 0 && argumentsOf(pid).includes(file); await sleep(POLL_MS)) {
    try {
      process.kill(pid, Date.now() - start < END_TIMEOUT_MS ? 'SIGTERM' : 'SIGKILL');
    } catch {
      break;
    }
  }
  rmSync(pidFile, { force: true });
}

/** The command line of a process; empty if there is none, or on Windows. A process id alone may belong to another. */
function argumentsOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
