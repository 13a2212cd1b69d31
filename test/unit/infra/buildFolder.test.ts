import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { sourceHash } from '../../../infra/buildFolder.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

describe('the hash of the sources', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test('changes with a content, a name, a new file and a removed one, and with nothing else', () => {
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    write('src/a.ts', 'one');
    const hashes = [sourceHash(folder, ['src'])];
    expect(sourceHash(folder, ['src'])).toBe(hashes[0]);
    const note = () => hashes.push(sourceHash(folder, ['src']));
    write('src/a.ts', 'two');
    note();
    write('src/deep/b.ts', 'one');
    note();
    write('src/deep/c.ts', 'one');
    note();
    expect(new Set(hashes).size).toBe(4);
    write('other.ts', 'outside');
    expect(sourceHash(folder, ['src'])).toBe(hashes[3]);
  });
});
