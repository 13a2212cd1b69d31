import { expect, test } from '@jest/globals';
import type { ScanState } from '../../../../shared/contract/schemas/files/submittedFile.ts';
import { fileFields } from '../../../../shared/messages/fileFields.ts';

const file = (field: string, name: string, bytes: number, scan: ScanState = 'clean') =>
  ({ field, name, bytes, scan }) as Parameters<typeof fileFields>[0][number];

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [10_000, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10_000_000, '10 MB'],
])('shows a size of %i bytes as %s', (bytes, shown) => {
  expect(fileFields([file('cv', 'a.pdf', bytes)])[0]?.lines).toEqual([`a.pdf (${shown})`]);
});

test('lists files by field, with scan results other than clean', () => {
  const files = [file('cv', 'a', 1), file('photo', 'b', 2, 'infected'), file('cv', 'c', 3, 'pending')];
  expect(fileFields(files)).toEqual([
    { name: 'cv (files)', lines: ['a (1 byte)', 'c (3 bytes, not scanned yet)'] },
    { name: 'photo (files)', lines: ['b (2 bytes, INFECTED: it cannot be downloaded)'] },
  ]);
});
