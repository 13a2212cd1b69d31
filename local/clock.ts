import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../infra/tools/writeWhole.ts';

const UNITS_S: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };
const AHEAD_S_MAX = 50 * 365 * 86_400;

/** Seconds of a label such as `15-minutes`; undefined if it is invalid. */
export function secondsOf(label: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,9})-(second|minute|hour|day)s?$/.exec(label) ?? [];
  const seconds = Number(count) * (UNITS_S[unit] ?? Number.NaN);
  return seconds <= AHEAD_S_MAX ? seconds : undefined;
}

/** The clock of a local service. It is only set forward, and restarts keep it, so that stored times are in its past. */
export class LocalClock {
  /** Seconds ahead of the machine's clock, in memory that functions share. */
  readonly aheadS = new Int32Array(new SharedArrayBuffer(4));
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'clock');
    this.aheadS[0] = existsSync(this.#file) ? Number(readFileSync(this.#file, 'utf8')) : 0;
  }

  /** @returns false if it would be more than 50 years ahead, and is not set */
  forward(seconds: number): boolean {
    const aheadS = Atomics.load(this.aheadS, 0) + seconds;
    if (aheadS > AHEAD_S_MAX) return false;
    if (seconds > 0) writeWhole(this.#file, String(aheadS));
    Atomics.store(this.aheadS, 0, aheadS);
    return true;
  }

  toJSON(): { now: string; aheadS: number } {
    return { now: new Date().toISOString(), aheadS: Atomics.load(this.aheadS, 0) };
  }
}
