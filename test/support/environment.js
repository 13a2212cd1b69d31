import { runInContext, runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** `Array`, `Object` and all that the language itself has, but for `Date`, which tests replace. */
const OF_LANGUAGE = Object.entries(Object.getOwnPropertyDescriptors(runInNewContext('globalThis')))
  .filter(([name, { configurable }]) => configurable && /^[A-Z]/.test(name) && name !== 'Date')
  .map(([name]) => name);
const CONSTANTS = [...OF_LANGUAGE, 'Buffer', 'URL', 'URLSearchParams', 'process'];

/**
 * Jest's environment for Node.js, with globals that never change as constants: V8 asks Node.js for a global of such an
 * environment at each use, which took a sixth of the processor time of the unit tests.
 */
export default class FastEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    runInContext(`const { ${CONSTANTS.join(', ')} } = globalThis;`, this.context);
  }
}
