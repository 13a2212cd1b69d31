import type { Context } from 'aws-lambda';
import { type LogFields, log } from './log.ts';

/** What became of an event: what AWS is told, and what the line says. */
export interface Outcome<Result> {
  result: Result;
  fields: LogFields;
}

/**
 * The Lambda function of what nobody waits for: does its work and writes one line for each event. A failure is
 * logged here, because the runtime would log the messages of what is thrown with all that they quote.
 */
export const consume =
  <Event, Result>(name: string, work: (event: Event, context: Context) => Promise<Outcome<Result>>) =>
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
