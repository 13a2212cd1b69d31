import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { warningsOfLoss } from '../../../../local/process/dataFolder.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

test('names folders deleted from a service’s data, and the lost data', () => {
  expect(warningsOfLoss(folder)).toEqual([]);
  for (const name of ['queues', 'objects']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'demo.json'), '{}');
  expect(warningsOfLoss(folder)).toEqual([]);
  rmdirSync(join(folder, 'objects'));
  expect(warningsOfLoss(folder)).toEqual([
    expect.stringMatching(/objects is missing\. Files of submissions cannot be downloaded, unless .* put back a copy/),
  ]);
});
