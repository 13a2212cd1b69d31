import { jest } from '@jest/globals';
import type { Json } from './json.ts';

/** A log line of a function; the runtime would add time and invocation id. */
export interface LoggedLine {
  level: string;
  message: Json;
}

export interface Logged {
  lines: LoggedLine[];
  metrics: Json[];
}

/** Captures the logs of functions in this process, until `jest.restoreAllMocks()`. */
export function catchLogs(): Logged {
  const logged: Logged = { lines: [], metrics: [] };
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((message: unknown) => void logged.lines.push({ level, message }));
  }
  jest.spyOn(process.stdout, 'write').mockImplementation((line: unknown) => {
    logged.metrics.push(JSON.parse(String(line)));
    return true;
  });
  return logged;
}
