/** Tests run as native ES modules; one local cloud serves all that speak HTTP. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/test/support/globalSetup.ts',
  globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/quiet.ts'],
  testTimeout: 30_000,
  // The local cloud takes a core of its own.
  maxWorkers: 2,
};
