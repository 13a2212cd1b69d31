import { expect, test } from '@jest/globals';
import { launchProgram } from '../../support/commands.ts';

/** Takes some seconds of processor time. */
const TIMEOUT_MS = 120_000;

test(
  'imports have no cycles of files or folders, and point from upper to lower layers only',
  async () => {
    const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    const args = ['--config', '.dependency-cruiser.cjs', '--metrics', 'infra', 'lambdas', 'local', 'shared', 'site'];
    const { code, stdout } = await launchProgram(process.execPath, program, ...args).ended;
    expect(stdout).toContain('no dependency violations found');
    expect(code).toBe(0);
  },
  TIMEOUT_MS,
);
