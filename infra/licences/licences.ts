/** What package-lock.json says of a package. */
export interface LockedPackage {
  version?: string;
  /** An SPDX expression, from the package's own package.json. */
  license?: string;
  dev?: boolean;
}

export interface Licence {
  name: string;
  version: string;
  licence: string;
  isAllowed: boolean;
}

/** Licences that ask for no more than a notice (SPDX identifiers). */
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
]);

const NODE_MODULES = 'node_modules/';

/** The licences of everything that the functions and the local service need to run, tools left out. */
export const productionLicences = (packages: Record<string, LockedPackage>): Licence[] =>
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version = '', license = 'none' }]) => ({
      name: path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length),
      version,
      licence: license,
      isAllowed: isAllowed(license),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

/** Whether an SPDX expression can be satisfied by allowed licences alone. What it does not understand, it refuses. */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const result = anyOf(tokens);
  return result && tokens.length === 0;
}

/** AND binds closer than OR; each of these takes from the tokens what it reads. */
function anyOf(tokens: string[]): boolean {
  let result = allOf(tokens);
  while (tokens[0] === 'OR') {
    tokens.shift();
    result = allOf(tokens) || result;
  }
  return result;
}

function allOf(tokens: string[]): boolean {
  let result = one(tokens);
  while (tokens[0] === 'AND') {
    tokens.shift();
    result = one(tokens) && result;
  }
  return result;
}

function one(tokens: string[]): boolean {
  const token = tokens.shift() ?? '';
  if (token !== '(') return ALLOWED.has(token);
  const result = anyOf(tokens);
  return tokens.shift() === ')' && result;
}
