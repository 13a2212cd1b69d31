import { describe, expect, test } from '@jest/globals';
import { matches } from '../../../../local/events/eventPattern.ts';

const EVENT = { eventName: 'INSERT', count: 3, dynamodb: { Keys: { SK: { S: 'SUB#sub_1' } }, NewImage: {} } };

describe('an event pattern', () => {
  test.each<[string, Parameters<typeof matches>[1], boolean]>([
    ['no field at all', {}, true],
    ['one of several values', { eventName: ['MODIFY', 'INSERT'] }, true],
    ['none of the values', { eventName: ['MODIFY', 'REMOVE'] }, false],
    ['an empty list', { eventName: [] }, false],
    ['a value of another type', { count: ['3'] }, false],
    ['a number', { count: [3] }, true],
    ['a field within', { dynamodb: { Keys: { SK: { S: ['SUB#sub_1'] } } } }, true],
    ['a prefix', { dynamodb: { Keys: { SK: { S: [{ prefix: 'SUB#' }] } } } }, true],
    ['another prefix', { dynamodb: { Keys: { SK: { S: [{ prefix: 'ENP' }] } } } }, false],
    ['a prefix of a number', { count: [{ prefix: '3' }] }, false],
    ['a field that exists', { dynamodb: { NewImage: [{ exists: true }] } }, true],
    ['a field that exists and should not', { dynamodb: { NewImage: [{ exists: false }] } }, false],
    ['a field that does not exist', { dynamodb: { OldImage: [{ exists: false }] } }, true],
    ['a field within one that does not exist', { userIdentity: { type: ['Service'] } }, false],
    ['all of two fields', { eventName: ['INSERT'], count: [3] }, true],
    ['one of two fields', { eventName: ['INSERT'], count: [4] }, false],
  ])('with %s', (_, pattern, expected) => {
    expect(matches(EVENT, pattern)).toBe(expected);
  });

  test('with an unknown operator is an error, not a match', () => {
    expect(() => matches(EVENT, { count: [{ numeric: ['>', 1] }] })).toThrow('numeric');
  });
});
