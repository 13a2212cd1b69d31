import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { BUILD_FOLDER, buildFolderOnceSync, keepNewest, sourceHash } from '../../../../infra/tools/buildFolder.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

describe('the hash of the sources', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test('changes only with content, names, and added or removed files', () => {
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

describe('Builds', () => {
  const kind = `test-${process.pid}`;
  const ofKind = join(BUILD_FOLDER, kind);
  const build = (name: string) => buildFolderOnceSync({ kind, name, keptMax: 2 }, () => {});
  const usedAgo = (name: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(ofKind, name), time, time);
  };
  beforeEach(() => void mkdirSync(ofKind, { recursive: true }));
  afterEach(() => rmSync(ofKind, { recursive: true }));

  test('are kept if used last', () => {
    for (const name of ['first', 'second']) build(name);
    usedAgo('first', 1);
    usedAgo('second', 2);
    build('second');
    build('third');
    expect(readdirSync(ofKind).sort()).toEqual(['second', 'third']);
  });

  test('of another process are kept while in progress, but not forever', () => {
    for (const name of ['new-now', 'new-long-ago']) mkdirSync(join(ofKind, name));
    usedAgo('new-long-ago', 2);
    for (const name of ['first', 'second']) build(name);
    expect(readdirSync(ofKind).sort()).toEqual(['first', 'new-now', 'second']);
  });

  test('leave nothing behind if they fail', () => {
    const fail = () => {
      throw new Error('no space left');
    };
    expect(() => buildFolderOnceSync({ kind, name: 'first' }, fail)).toThrow('no space left');
    expect(readdirSync(ofKind)).toEqual([]);
  });

  test('are removed; other folders never are', () => {
    const beside = join(folder, 'beside');
    mkdirSync(beside);
    expect(() => keepNewest(join(folder, 'one'), 0)).toThrow(`${join(folder, 'one')} is not a build.`);
    expect(existsSync(beside)).toBe(true);
  });
});
