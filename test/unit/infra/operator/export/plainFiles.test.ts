import fs, { constants, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../../../support/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

/** As on Windows. */
jest.unstable_mockModule('node:fs', () => ({ ...fs, constants: { ...constants, O_NOFOLLOW: undefined } }));
const { openPlain } = await import('../../../../../infra/operator/export/plainFiles.ts');

test('refuses links where the system has no flag for it', async () => {
  const link = join(folder, 'link');
  writeFileSync(join(folder, 'elsewhere'), 'kept');
  symlinkSync(join(folder, 'elsewhere'), link);
  await expect(openPlain(link, constants.O_RDWR)).rejects.toThrow(`${link} is a symbolic link`);
});
