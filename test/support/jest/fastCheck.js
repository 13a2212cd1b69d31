/** Loaded once for all test files: in each it would take a tenth of a second, and run at half the speed in their contexts. */
export default globalThis.requireOnce('fast-check');
