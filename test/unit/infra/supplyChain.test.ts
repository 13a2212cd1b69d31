import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

interface Locked {
  /** SPDX expression. */
  license?: string;
  dev?: boolean;
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

/** Licences that require at most a notice. */
const ALLOWED_LICENCES = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Unlicense', '(MIT OR Apache-2.0)'],
];

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

  test('of production have licences that require at most a notice', () => {
    const production = Object.entries(packages).filter(([, { dev }]) => !dev);
    expect(production.length).toBeGreaterThan(30);
    const refused = production.filter(([, { license = 'none' }]) => !ALLOWED_LICENCES.includes(license));
    expect(refused.map(([path, { license }]) => [path, license])).toEqual([]);
  });
});
