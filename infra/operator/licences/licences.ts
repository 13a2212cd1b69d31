/** A package's entry in package-lock.json. */
export interface LockedPackage {
  version?: string;
  /** SPDX expression from the package's own package.json. */
  license?: string;
  dev?: boolean;
}

export interface Licence {
  name: string;
  version: string;
  licence: string;
  isAllowed: boolean;
}

/** Licences that require at most a notice, as SPDX expressions. An expression that is not in this list is rejected. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT OR Apache-2.0)',
]);

const NODE_MODULES = 'node_modules/';

/** Licences of everything that the functions and the local service need at run time. */
export const productionLicences = (packages: Record<string, LockedPackage>): Licence[] =>
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version = '', license = 'none' }]) => ({
      name: path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length),
      version,
      licence: license,
      isAllowed: ALLOWED.has(license),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
