import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fieldsInOrder, orderedJson, orderInJson, orderUnlessKept } from '../../../../shared/contract/fieldOrder.ts';

const anyName = fc.oneof(
  fc.nat(30).map(String),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '01', '4294967295', '-1', '"', '{'),
);
const anyFields = fc.uniqueArray(fc.tuple(anyName, fc.jsonValue({ maxDepth: 3 })), { selector: ([name]) => name });

describe('the order of fields', () => {
  test('is that of the JSON text for any names', () => {
    fc.assert(
      fc.property(anyFields, fc.constantFrom('', ' ', '\n\t'), (fields, space) => {
        const pairs = fields.map(([name, value]) => `${JSON.stringify(name)}${space}:${JSON.stringify(value)}`);
        const json = `{${space}${pairs.join(`,${space}`)}}`;
        const data = JSON.parse(json);
        const ordered = { data, fieldOrder: orderInJson(json, data) };
        expect(fieldsInOrder(ordered).map(([name]) => name)).toEqual(fields.map(([name]) => name));
        expect(JSON.stringify(fieldsInOrder(ordered))).toBe(JSON.stringify(fields));
        expect(orderedJson(ordered)).toBe(`{${pairs.map((pair) => pair.replace(`"${space}:`, '":')).join(',')}}`);
      }),
    );
  });

  test('is absent if an object keeps it', () => {
    const data = { 1: 'a', 2: 'b', name: 'c' };
    expect([orderInJson(JSON.stringify(data), data), orderUnlessKept(['1', '2', 'name'], data)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('is absent above 5,000 bytes of names', () => {
    const orderOf = (name: string) => orderUnlessKept([name, '1'], { [name]: '', 1: '' })?.length;
    expect([orderOf('é'.repeat(2_496)), orderOf('é'.repeat(2_497))]).toEqual([2, undefined]);
  });

  test('has a repeated name at its first occurrence', () => {
    const json = '{"b":1,"2":2,"b":{"9":0},"1":3}';
    expect(orderInJson(json, JSON.parse(json))).toEqual(['b', '2', '1']);
  });
});
