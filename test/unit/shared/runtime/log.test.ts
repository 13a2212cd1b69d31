import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { consume } from '../../../../shared/runtime/consume.ts';
import { log } from '../../../../shared/runtime/log.ts';
import { catchLogs, type Logged } from '../../../support/logged.ts';

const SECRET = 'what a caller sent';

let logged: Logged;

beforeEach(() => {
  logged = catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function logError(error: unknown) {
  log('error', 'failed', {}, error);
  return logged.lines.at(-1)?.message.error;
}

describe('a line', () => {
  test('has message and fields as one object, which the runtime embeds', () => {
    log('info', 'answered', { status: 200, coldStart: false, workspaceId: undefined });
    expect(logged.lines).toEqual([
      { level: 'info', message: { event: 'answered', status: 200, coldStart: false, workspaceId: undefined } },
    ]);
  });
});

describe('an error', () => {
  test.each([
    ['text that is no JSON', () => JSON.parse(`{"a":1} ${SECRET}`)],
    ['a line in it that looks like a frame', () => JSON.parse(`"\n    at ${SECRET}`)],
    ['a property on a text', () => Object.defineProperty(SECRET as never, SECRET, {})],
    ['a search in a text', () => 'key' in (SECRET as never)],
    ['a number', () => BigInt(SECRET)],
    ['a locale', () => new Intl.DisplayNames([SECRET], { type: 'region' })],
    ['an argument of the platform', () => Buffer.alloc(SECRET as never)],
  ])('of the JavaScript engine, whose message quotes its input, is logged by name and stack: %s', (_what, work) => {
    const error = thrownBy(work) as Error;
    const { name, frames, ...rest } = logError(error);
    expect(name).toBe(error.name);
    expect(frames[0]).toMatch(/^at /);
    expect(JSON.stringify([rest, frames])).not.toContain(SECRET.slice(0, 6));
  });

  test('is logged with its chain of causes', () => {
    const root = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const error = new Error('the storage is slow', { cause: new Error('inner', { cause: root }) });
    expect(logError(error)).toMatchObject({
      message: 'the storage is slow',
      cause: { message: 'inner', cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' } },
    });
  });

  test('of AWS is logged with its request ids, and without the item it carries', () => {
    const error = Object.assign(new Error('The conditional request failed'), {
      $metadata: { httpStatusCode: 400, requestId: 'AWS-1', cfId: SECRET },
      Item: { data: { S: SECRET } },
    });
    expect(logError(error)).toEqual({
      name: 'Error',
      message: 'The conditional request failed',
      awsStatus: 400,
      awsRequestId: 'AWS-1',
      frames: expect.any(Array),
    });
  });

  test('has stack frames without the message, however many lines it has', () => {
    const { message, frames } = logError(new Error('one\n    at two\nthree'));
    expect(message).toBe('one\n    at two\nthree');
    expect(frames.join()).not.toContain('two');
    expect(frames[0]).toContain('log.test');
  });
});

describe('a function without a waiting caller', () => {
  const context = {} as Context;

  test('writes one line with the outcome of the event', async () => {
    const handler = consume('tidy', async (event: { records: number }) => ({ result: 'done', fields: event }));
    expect(await handler({ records: 3 }, context)).toBe('done');
    expect(logged.lines).toEqual([
      { level: 'info', message: { event: 'handled', operation: 'tidy', durationMs: expect.any(Number), records: 3 } },
    ]);
  });

  test('logs the cause of a failure, and hides it from the runtime', async () => {
    const handler = consume('tidy', async () => JSON.parse(SECRET));
    const error: Error = await handler({}, context).then(thrownBy as never, (thrown) => thrown);
    expect(error.message).toBe('tidy failed; the line before this says why');
    expect([error.cause, String(error.stack).includes(SECRET.slice(0, 6))]).toEqual([undefined, false]);
    expect(logged.lines).toEqual([
      { level: 'error', message: expect.objectContaining({ event: 'failed', operation: 'tidy' }) },
    ]);
    expect(logged.lines[0]?.message.error.name).toBe('SyntaxError');
  });
});
