import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type LockedPackage, productionLicences } from '../../../infra/operator/licences/licences.ts';
import { run } from '../../support/commands.ts';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

interface Locked extends LockedPackage {
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(read('package.json'));
const { '': root, ...packages }: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;

/** Packages with an install script, and why they work without running it. */
const INSTALL_SCRIPTS: Record<string, string> = {
  '@parcel/watcher': 'builds itself where no built one fits; one comes with it, and only jest --watch uses it',
  '@swc/core': 'fetches a WebAssembly build where no native one fits; one comes with it',
  esbuild: 'makes its start some milliseconds faster',
  'unrs-resolver': 'fetches a binary where none fits; one comes with it',
};

/** A version, an alias of another package, or the package's own version. */
const EXACT = /^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$|^\$[\w-]+$/;

const versionsIn = (object: object, path = ''): [string, string][] =>
  Object.entries(object).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : versionsIn(value, `${path}${name} > `),
  );

describe('dependencies', () => {
  test('are pinned to exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
    const versions = versionsIn({ dependencies, devDependencies, optionalDependencies, overrides });
    expect(versions.length).toBeGreaterThan(20);
    expect(versions.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  });

  test('are locked by content hash, without a registry', () => {
    const all = Object.entries(packages);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    // Bundled packages share the integrity of the package around them.
    expect(all.filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-/.test(integrity ?? ''))).toEqual([]);
    expect(root).toBeDefined();
  });

  test('run no install scripts, and need none', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const withScript = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.slice('node_modules/'.length));
    expect(withScript.sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
  });
});

describe('npm run licences', () => {
  test('lists every runtime package, and finds no unlisted licence', async () => {
    const { code, stdout, stderr } = await run('infra/operator/licences/command.ts');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    expect(names).not.toContain('typescript');
  });

  test('fails on an unlisted licence and on a missing one', () => {
    const found = productionLicences({
      '': { license: 'Apache-2.0' },
      'node_modules/good': { version: '1.0.0', license: 'MIT' },
      'node_modules/good/node_modules/@a/copyleft': { version: '2.0.0', license: 'GPL-3.0-only' },
      'node_modules/silent': { version: '3.0.0' },
      'node_modules/unclear': { version: '3.0.0', license: 'MIT AND GPL-3.0-only' },
      'node_modules/tool': { version: '4.0.0', license: 'GPL-3.0-only', dev: true },
    });
    expect(found.map(({ name, isAllowed }) => [name, isAllowed])).toEqual([
      ['@a/copyleft', false],
      ['good', true],
      ['silent', false],
      ['unclear', false],
    ]);
  });
});
