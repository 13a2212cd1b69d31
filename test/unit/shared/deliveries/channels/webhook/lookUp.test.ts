import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lookUp } from '../../../../../../shared/deliveries/channels/webhook/lookUp.ts';

const NAME = 'hooks.example.com';
const never = new AbortController().signal;

type Family = (name: string) => Promise<string[]>;
/** A resolver asks name servers only, never the hosts file, and appends no search domain. */
let families: [v4: jest.SpiedFunction<Family>, v6: jest.SpiedFunction<Family>];
beforeEach(() => {
  const prototype = Resolver.prototype as unknown as Record<'resolve4' | 'resolve6', Family>;
  families = [jest.spyOn(prototype, 'resolve4'), jest.spyOn(prototype, 'resolve6')];
});
afterEach(() => void jest.restoreAllMocks());

test('all addresses of a name are found, of both families', async () => {
  const [v4, v6] = families;
  v4.mockResolvedValue(['1.1.1.1', '10.0.0.1']);
  v6.mockResolvedValue(['2606:4700::1111']);
  expect(await lookUp(NAME, never)).toEqual(['1.1.1.1', '10.0.0.1', '2606:4700::1111']);
  expect(families.map(({ mock }) => mock.calls)).toEqual([[[NAME]], [[NAME]]]);
});

test('if one family does not resolve, the other is used', async () => {
  const [v4, v6] = families;
  v4.mockResolvedValue(['1.1.1.1']);
  v6.mockRejectedValue(new Error('queryAaaa EREFUSED'));
  expect(await lookUp(NAME, never)).toEqual(['1.1.1.1']);
});

test('a hanging name server is abandoned with the attempt', async () => {
  const asked: (() => void)[] = [];
  for (const family of families)
    family.mockImplementation(() => new Promise((_, reject) => asked.push(() => reject(new Error('ECANCELLED')))));
  jest.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => {
    for (const cancel of asked) cancel();
  });
  const ending = new AbortController();
  const found = lookUp(NAME, ending.signal);
  ending.abort();
  expect(await found).toEqual([]);
});
