import { describe, expect, test } from '@jest/globals';
import { WebhookHeaders } from '../../../../shared/contract/webhookHeaders.ts';

const problemOf = (headers: object) => WebhookHeaders.safeParse(headers).error?.issues[0]?.message;

describe('headers of a webhook', () => {
  test.each<Record<string, string>>([
    { Authorization: 'Bearer abc' },
    { 'Notion-Version': '2022-06-28', 'X-Api-Key': 'a b:c;d="e"', Accept: 'application/json', 'User-Agent': 'mine' },
    { Authorization: `Bearer ${'x'.repeat(3_993)}` },
    { constructor: 'x' },
  ])('may be %p', (headers) => {
    expect(problemOf(headers)).toBeUndefined();
  });

  test.each(['Forms-Hops', 'Webhook-Signature', 'Host', 'Content-Type', 'Connection', 'Transfer-Encoding'])(
    'may not have %p',
    (name) => {
      expect(problemOf({ [name]: 'x' })).toBe(`may not have ${name}, which the service sets itself`);
    },
  );

  test.each<[object, string]>([
    [{}, 'must have 1 to 10 headers'],
    [Object.fromEntries(Array.from({ length: 11 }, (_, place) => [`x-${place}`, '1'])), 'must have 1 to 10 headers'],
    [{ 'a b': 'x' }, 'must have names of letters'],
    [{ 'a\r\nHost': 'x' }, 'must have names of letters'],
    [{ ['x'.repeat(101)]: 'x' }, 'must have names of letters'],
    [JSON.parse('{"__proto__": "x"}'), 'must have names of letters'],
    [{ Authorization: 'one', authorization: 'two' }, 'must not repeat a name'],
    [
      { Authorization: 'x\r\nForms-Hops: 0' },
      'must have 1 to 4,000 printable ASCII characters as the value of Authorization',
    ],
    [{ Authorization: '' }, 'as the value of Authorization'],
    [{ Authorization: ' x' }, 'as the value of Authorization'],
    [{ Authorization: 'é' }, 'as the value of Authorization'],
    [{ Authorization: 1 }, 'as the value of Authorization'],
    [{ Authorization: ['x'] }, 'as the value of Authorization'],
    [{ Authorization: 'x'.repeat(4_001) }, 'as the value of Authorization'],
  ])('may not be %j', (headers, problem) => {
    expect(problemOf(headers)).toContain(problem);
  });

  test('are an object', () => {
    expect(problemOf(['x'])).toBe('must be an object');
  });
});
