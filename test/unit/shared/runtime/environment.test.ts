import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { ENVIRONMENT, fromEnvironment, type Setting } from '../../../../shared/runtime/environment.ts';

const before = process.env;
beforeEach(() => {
  process.env = {};
});
afterEach(() => {
  process.env = before;
});

const set = (values: Partial<Record<Setting, string>>) => {
  for (const [name, value] of Object.entries(values)) process.env[ENVIRONMENT[name as Setting]] = value;
};
const call = (handler: (event: unknown, context: Context) => Promise<unknown>) => handler('event', {} as Context);

describe('a function from its environment', () => {
  test('is created once, at its first event', async () => {
    let made = 0;
    const handler = fromEnvironment(['tableName', 'siteUrl'], ({ tableName, siteUrl }) => {
      made++;
      return async (event) => [event, tableName, siteUrl, made];
    });
    expect(made).toBe(0);
    set({ tableName: 'Table', siteUrl: 'https://site.example' });
    expect(await call(handler)).toEqual(['event', 'Table', 'https://site.example', 1]);
    expect(await call(handler)).toEqual(['event', 'Table', 'https://site.example', 1]);
  });

  test('fails with each event while variables are missing or empty, and names them', async () => {
    const handler = fromEnvironment(['tableName', 'siteUrl', 'senderAddress'], () => async () => 'done');
    set({ siteUrl: 'https://site.example', senderAddress: '' });
    for (let i = 0; i < 2; i++) await expect(call(handler)).rejects.toThrow('not set: TABLE_NAME, SENDER_ADDRESS');
    set({ tableName: 'Table', senderAddress: 'forms@example.com' });
    expect(await call(handler)).toBe('done');
  });

  test.each<[Setting, string]>([
    ['mailsPerHour', 'many'],
    ['streamMailsPerSecond', '0'],
    ['queueMailsPerSecond', '-1'],
    ['allowedMethods', '{'],
  ])('fails if %s is %j, and names the variable', async (name, text) => {
    set({ [name]: text });
    await expect(call(fromEnvironment([name], () => async () => 'done'))).rejects.toThrow(
      `not valid: ${ENVIRONMENT[name]}`,
    );
  });

  test('gets numbers and methods parsed', async () => {
    set({ mailsPerHour: '300', queueMailsPerSecond: '0.5', allowedMethods: '{"/v1/keys":"GET, OPTIONS"}' });
    const handler = fromEnvironment(
      ['mailsPerHour', 'queueMailsPerSecond', 'allowedMethods'],
      (settings) => async () => settings,
    );
    expect(await call(handler)).toEqual({
      mailsPerHour: 300,
      queueMailsPerSecond: 0.5,
      allowedMethods: { '/v1/keys': 'GET, OPTIONS' },
    });
  });
});
