import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Attributes, toAttributes, toItem } from '../../../shared/storage/attributeValues.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

const scalar = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.boolean(),
  fc.uint8Array(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((value) => value + 0),
);
const set = fc.oneof(
  fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((members) => new Set(members)),
  fc.uniqueArray(fc.integer(), { minLength: 1 }).map((members) => new Set(members)),
);
const { map: item } = fc.letrec<{ value: unknown; map: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, set, fc.array(tie('value')), tie('map')),
  map: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value')),
}));

test('items become what the SDK makes of them, and are the same again', () => {
  fc.assert(
    fc.property(item, (original) => {
      const attributes = toAttributes(original);
      expect(attributes).toEqual(marshall(original, { removeUndefinedValues: true }));
      expect(toItem(attributes)).toEqual(unmarshall(attributes));
      expect(toItem(attributes)).toEqual(original);
    }),
  );
});

test('what is undefined is left out, at any depth', () => {
  expect(toAttributes({ a: undefined, b: { c: undefined } })).toEqual({ b: { M: {} } });
});

test.each([
  ['null', null],
  ['a function', () => 1],
  ['a bigint', 1n],
])('%s is no value', (_, value) => {
  expect(() => toAttributes({ value })).toThrow(TypeError);
});

test('an attribute of a type that no item has is refused', () => {
  expect(() => toItem({ data: { BS: [new Uint8Array(1)] } } as Attributes)).toThrow(TypeError);
});
