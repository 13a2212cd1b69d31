import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { STEP_NAMES } from '../../../../../infra/operator/setup/stepNames.ts';
import { type Ended, launchProgram } from '../../../../support/commands.ts';
import { argumentsFor } from '../../../../support/jest/programBundles.ts';
import { StandInAws } from '../../../../support/standIn/standInAws.ts';

const PROGRAM = 'infra/operator/setup/command.ts';
const TIMEOUT_MS = 120_000;

const aws = new StandInAws();
let check: Ended;
beforeAll(async () => {
  await aws.start();
  check = await setup({}, '--check', '--json');
}, TIMEOUT_MS);
afterAll(() => aws.stop());

/** Runs the command as npm would, but in this process and with a stand-in for AWS. */
async function setup(environment: Record<string, string>, ...args: string[]) {
  const variables = Object.entries({
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'made-up',
    AWS_SECRET_ACCESS_KEY: 'made-up',
    AWS_EC2_METADATA_DISABLED: 'true',
    FOLDER: '.',
    ...environment,
  });
  const given = variables.map(([name, value]) => `${name}=${value}`);
  const inFolder = ['-c', 'cd "$FOLDER" && exec "$@"', 'sh'];
  return launchProgram('env', ...given, 'sh', ...inFolder, process.execPath, ...argumentsFor(PROGRAM), ...args).ended;
}

const checkReports = (): Record<string, unknown>[] =>
  check.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('npm run setup', () => {
  test(
    '--dry-run prints each step, its plan and its cost, and leaves cdk.json as it is',
    async () => {
      const before = readFileSync('cdk.json', 'utf8');
      const { code, stdout, stderr } = await setup({}, '--dry-run', '--sender', 'forms@example.com');
      expect([code, stderr]).toEqual([0, '']);
      for (const { title } of checkReports()) expect(stdout).toContain(` ${title}: `);
      expect(stdout).toMatch(/^✓ Credentials and region: Account 123456789012 in eu-central-1/m);
      expect(stdout).toContain('Plan: Leave the plan');
      expect(stdout).toContain('Costs: 0.10 dollars for a thousand mails.');
      expect(readFileSync('cdk.json', 'utf8')).toBe(before);
    },
    TIMEOUT_MS,
  );

  test('--check --json prints a line of JSON for each step, and exits with 1 where something is missing', () => {
    expect(check.code).toBe(1);
    const reports = checkReports();
    expect(reports.map(({ step }) => step)).toEqual(STEP_NAMES);
    expect(reports.find(({ step }) => step === 'deploy')).toMatchObject({ outcome: 'todo', plan: expect.any(String) });
    expect(aws.changes).toEqual([]);
  });

  test(
    'without a region prints one line and exits with 1',
    async () => {
      const { code, stdout } = await setup({ AWS_REGION: '', AWS_CONFIG_FILE: '/dev/null' }, '--dry-run');
      expect([code, stdout]).toEqual([1, expect.stringContaining('export AWS_REGION=eu-central-1')]);
    },
    TIMEOUT_MS,
  );

  test.each([
    [[], 'pass --yes'],
    [['--check', '--sender', 'nobody'], 'not an address'],
    [['--check', '--wait', 'long'], '--wait must be a number'],
    [['--check', '--skip', 'everything'], 'Allowed choices'],
    [['--remove', '--yes', '--skip', 'confirmation'], 'confirmation cannot be skipped'],
  ])(
    '%p is refused: %s',
    async (args, reason) => {
      const { code, stderr } = await setup({}, ...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    },
    TIMEOUT_MS,
  );
});

test(
  '--remove ignores the steps that setup was told to skip',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forms-command-'));
    const remembered = { 'Forms/eu-central-1': { skip: ['export', 'tables'] } };
    writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ context: { setup: remembered } }));
    const run = await setup({ FOLDER: folder }, '--remove', '--dry-run', '--json');
    rmSync(folder, { recursive: true });
    expect(run.stdout).not.toContain('skipped');
    expect(run.stdout).toContain('"step":"export"');
  },
  TIMEOUT_MS,
);

describe('docs/deploying.md', () => {
  const page = readFileSync(new URL('../../../../../docs/deploying.md', import.meta.url), 'utf8');

  test(
    'names only existing options',
    async () => {
      const { stdout } = await setup({}, '--help');
      const [chapter = ''] = /^## From an empty account[\s\S]*?(?=^## )/m.exec(page) ?? [];
      const [removal = ''] = /^## Removing everything[\s\S]*?(?=^\*\*By hand)/m.exec(page) ?? [];
      const named = [...`${chapter}${removal}`.matchAll(/`[^`]*`/g)].flatMap(
        ([code]) => code.match(/--[a-z-]+/g) ?? [],
      );
      expect(named.length).toBeGreaterThan(15);
      for (const option of named) expect([option, stdout.includes(option)]).toEqual([option, true]);
    },
    TIMEOUT_MS,
  );
});
