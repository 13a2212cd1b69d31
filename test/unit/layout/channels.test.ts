import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const FOLDER = 'shared/deliveries';
/** `.digest(` is of a hash. */
const OF_CHANNELS = /mail|webhook|chat|confirm|(?<!\.)digest|switch.?off|\b(?:dig|off)_/gi;

const engine = readdirSync(FOLDER).filter((name) => name.endsWith('.ts'));

test('the delivery engine names no channel', () => {
  expect(engine.length).toBeGreaterThan(10);
  const named = engine.flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(OF_CHANNELS)].map(([word]) => `${name}: ${word}`),
  );
  expect(named).toEqual([]);
});
