import type { Context } from 'aws-lambda';
import { type LogFields, log } from './log.ts';

/** Outcome of an event: the return value for AWS, and the fields of the log line. */
export interface EventOutcome<Result> {
  result: Result;
  fields: LogFields;
}

/**
 * Wraps a background Lambda function: does its work and logs one line per event. Failures are logged here, because the
 * runtime would log error messages in full, including any data they quote.
 */
export const consume =
  <Event, Result>(name: string, work: (event: Event, context: Context) => Promise<EventOutcome<Result>>) =>
  async (event: Event, context: Context): Promise<Result> => {
    const startedAt = performance.now();
    const common = () => ({ operation: name, durationMs: Math.round(performance.now() - startedAt) });
    try {
      const { result, fields } = await work(event, context);
      log('info', 'handled', { ...common(), ...fields });
      return result;
    } catch (error) {
      log('error', 'failed', common(), error);
      throw new Error(`${name} failed; the line before this says why`);
    }
  };
