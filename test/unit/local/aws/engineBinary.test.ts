import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { checkVersion, engineBinary } from '../../../../local/aws/engineBinary.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

const ELSEWHERE = { platform: 'darwin', arch: 'arm64' };
const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const VERSION = optionalDependencies['@dynoxide/linux-x64'];

test('the engine is the one installed for this machine', () => {
  expect(engineBinary({ platform: 'linux', arch: 'x64' })).toMatch(/@dynoxide\/linux-x64\/dynoxide$/);
});

test('without it, the error names the command that installs the tested version', () => {
  expect(() => engineBinary(ELSEWHERE)).toThrow(`npm install --no-save @dynoxide/darwin-arm64@${VERSION}\n`);
  expect(readFileSync('docs/local.md', 'utf8')).toContain(`@dynoxide/darwin-arm64@${VERSION}`);
});

test('the engine has the tested version', () => {
  checkVersion(engineBinary());
});

test.each([
  ['another version', 'dynoxide 1.0.0', 'has the version 1.0.0, not '],
  ['no version', '', 'has the version unknown, not '],
])('an engine with %s is rejected, with the command that installs the right one', (_what, said, message) => {
  const program = join(folder, 'other');
  writeFileSync(program, `#!/usr/bin/env node\nconsole.log(${JSON.stringify(said)});\n`);
  chmodSync(program, 0o700);
  const check = () => checkVersion(program, ELSEWHERE);
  expect(check).toThrow(`The embedded DynamoDB ${program} ${message}${VERSION}.`);
  expect(check).toThrow(`npm install --no-save @dynoxide/darwin-arm64@${VERSION}\n`);
});

test('the error names an engine that cannot be executed', () => {
  const program = join(folder, 'broken');
  writeFileSync(program, 'no program', { mode: 0o600 });
  expect(() => checkVersion(program)).toThrow(`The embedded DynamoDB ${program} cannot be run: `);
});
