/** Tests run as native ES modules. */
const common = {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // Build output: listing it takes seconds.
  modulePathIgnorePatterns: ['<rootDir>/.build/'],
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/support/jest/fastCheck.js' },
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/quiet.ts'],
  globalSetup: '<rootDir>/test/support/jest/synthesizerSetup.ts',
  globalTeardown: '<rootDir>/test/support/jest/synthesizerTeardown.ts',
};

/** One local cloud serves all tests that speak HTTP. */
const withLocalCloud = {
  globalSetup: '<rootDir>/test/support/jest/globalSetup.ts',
  globalTeardown: '<rootDir>/test/support/jest/globalTeardown.ts',
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      // In test/deep/jest.config.js, and so in .ci/run.
      testPathIgnorePatterns: ['/infra/rules.test.ts$'],
    },
    { ...common, ...withLocalCloud, displayName: 'service', testMatch: ['<rootDir>/test/service/**/*.test.ts'] },
    {
      ...common,
      displayName: 'deep',
      testMatch: ['<rootDir>/test/deep/**/*.test.ts'],
      // In test/deep/jest.config.js alone.
      testPathIgnorePatterns: ['/mutants.test.ts$', '/bench/quick.test.ts$'],
    },
  ],
  testTimeout: 90_000,
  testSequencer: '<rootDir>/test/support/jest/sequencer.js',
  // The local cloud takes a core of its own.
  maxWorkers: 2,
  // Node.js frees a large heap slowly when it ends: on a busy machine Jest took such a worker for one that hangs.
  workerIdleMemoryLimit: '800MB',
};
