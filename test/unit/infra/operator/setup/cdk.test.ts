import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCdk } from '../../../../../infra/operator/setup/cdk.ts';

/** Records its arguments, writes a template like `cdk synth`, and exits with 3 for `destroy`. */
const STAND_IN = `
import { appendFileSync, writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
appendFileSync(import.meta.dirname + '/calls', JSON.stringify(args) + '\\n');
if (args[0] === 'synth') writeFileSync(args[3] + '/Forms.template.json', '{"Resources":{}}');
process.exitCode = args[0] === 'destroy' ? 3 : 0;
`;

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-cdk-test-'));
  program = join(folder, 'cdk.mjs');
  writeFileSync(program, STAND_IN);
});
afterAll(() => rmSync(folder, { recursive: true }));

const calls = (): string[][] =>
  readFileSync(join(folder, 'calls'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const STAGING = { context: { stage: 'staging' }, environment: async () => process.env };

test('the CDK gets the stage, and skips approval only if unattended', async () => {
  for (const isUnattended of [false, true]) {
    const cdk = createCdk({ ...STAGING, isUnattended, program });
    expect(await cdk.run('deploy', 'Forms')).toBe(0);
  }
  expect(await createCdk({ ...STAGING, isUnattended: true, program }).run('destroy', 'Forms', '--force')).toBe(3);
  const stage = ['--context', 'stage=staging'];
  expect(calls()).toEqual([
    ['deploy', 'Forms', ...stage],
    ['deploy', 'Forms', '--require-approval', 'never', ...stage],
    ['destroy', 'Forms', '--force', ...stage],
  ]);
});

test('settings in the environment are not passed on', async () => {
  const wrong = join(folder, 'environment.mjs');
  writeFileSync(wrong, "process.exitCode = 'CDK_CONTEXT' in process.env ? 1 : 0;");
  const environment = async () => ({ ...process.env, CDK_CONTEXT: 'retainData=false' });
  expect(await createCdk({ ...STAGING, environment, isUnattended: false, program: wrong }).run('deploy')).toBe(0);
});

test('the template is read from a temporary folder, which is removed', async () => {
  const before = calls().length;
  expect(await createCdk({ ...STAGING, isUnattended: false, program }).template('Forms')).toBe('{"Resources":{}}');
  const [[command, quiet, output, into = ''] = []] = calls().slice(before);
  expect([command, quiet, output]).toEqual(['synth', '--quiet', '--output']);
  expect(existsSync(into)).toBe(false);
});

test('a failed synthesis reports its reason', async () => {
  const wrong = join(folder, 'wrong.mjs');
  writeFileSync(wrong, "console.error('The settings are not complete'); process.exitCode = 1;");
  const cdk = createCdk({ ...STAGING, isUnattended: false, program: wrong });
  await expect(cdk.template('Forms')).rejects.toThrow('could not be synthesized: The settings are not complete');
});
