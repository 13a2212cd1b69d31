import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInContext, runInNewContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { reuseCompiledCode } from './codeCache.js';

/** `Array`, `Object` and the language's other globals, except `Date`, which tests replace. */
const OF_LANGUAGE = Object.entries(Object.getOwnPropertyDescriptors(runInNewContext('globalThis')))
  .filter(([name, { configurable }]) => configurable && /^[A-Z]/.test(name) && name !== 'Date')
  .map(([name]) => name);
const CONSTANTS = [...OF_LANGUAGE, 'Buffer', 'URL', 'URLSearchParams', 'process'];

reuseCompiledCode();

if (Number.parseInt(process.versions.node, 10) < 24) {
  /**
   * Jest records which test a promise belongs to, to report unhandled rejections with their test. Before version 24
   * Node.js does that with a call for each promise, an eighth of the processor time of the unit tests: there
   * they are reported with the test file.
   */
  AsyncLocalStorage.prototype.run = (_store, callback, ...args) => callback(...args);
  // Optimizes later: most code of a test file runs for less time than it takes to optimize. Newer versions decide better.
  setFlagsFromString('--interrupt-budget=1000000');
}

/**
 * Jest's environment for Node.js, with constant globals: V8 would ask Node.js for each use of a global, which took a
 * sixth of the unit tests' processor time.
 */
export default class FastEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    // Loads a library once for all test files, instead of once per file in Jest.
    this.global.requireOnce = createRequire(import.meta.url);
    runInContext(`const { ${CONSTANTS.join(', ')} } = globalThis;`, this.context);
  }
}
