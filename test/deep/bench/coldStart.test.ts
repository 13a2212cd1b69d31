import { expect, test } from '@jest/globals';
import { measureColdStarts } from './coldStart.ts';

test('npm run bench -- --starts measures what functions load, and each phase until they ask the table', () => {
  const starts = measureColdStarts(1);
  expect(Object.keys(starts)).toEqual(['createSubmission', 'listSubmissions', 'listKeys']);
  for (const { bytes, ...phases } of Object.values(starts)) {
    expect(bytes).toBeGreaterThan(200_000);
    for (const ms of Object.values(phases)) expect(ms).toBeGreaterThan(0);
  }
}, 120_000);
