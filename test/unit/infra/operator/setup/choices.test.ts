import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Choices } from '../../../../../infra/operator/setup/choices.ts';

const OWN = join(import.meta.dirname, '../../../../../cdk.json');
const REGION = 'eu-central-1';
const PROBE = 'enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-choices-'));
  file = join(folder, 'cdk.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = (content: object): void => writeFileSync(file, JSON.stringify(content));
const open = (more: { stage?: string; isSaved?: boolean; home?: string } = {}) =>
  new Choices({ file, stage: 'production', isSaved: true, ...more });
const context = () => JSON.parse(readFileSync(file, 'utf8')).context;

test('a choice is added to this repository’s cdk.json as one line, with its file mode unchanged', () => {
  writeFileSync(file, readFileSync(OWN));
  chmodSync(file, 0o644);
  open().setSetting('senderAddress', 'forms@example.com');
  const before = readFileSync(OWN, 'utf8').split('\n');
  const after = readFileSync(file, 'utf8').split('\n');
  const added = after.filter((line) => !before.includes(line) && !before.includes(line.replace(/,$/, '')));
  expect(added).toEqual(['    "senderAddress": "forms@example.com"']);
  expect(after).toHaveLength(before.length + 1);
  expect(statSync(file).mode & 0o777).toBe(0o644);
});

test('settings in the CDK’s or the user’s file apply unless cdk.json overrides them', () => {
  written({ context: { senderAddress: 'forms@example.com' } });
  writeFileSync(join(folder, '.cdk.json'), JSON.stringify({ context: { retainData: false, waf: true } }));
  writeFileSync(join(folder, 'cdk.context.json'), JSON.stringify({ waf: false, 'vpc:eu-central-1': 1 }));
  const choices = open({ home: folder });
  expect(choices.settings()).toMatchObject({ retainData: false, waf: false });
  expect(choices.setting('retainData')).toBe(false);
  written({ context: { senderAddress: 'forms@example.com', retainData: true } });
  expect(open({ home: folder }).settings().retainData).toBe(true);
});

test('deleting the setting of a stage leaves that of production', () => {
  written({ context: { probeEndpoint: PROBE } });
  const staging = open({ stage: 'staging' });
  expect(staging.owns('probeEndpoint')).toBe(false);
  staging.unset('probeEndpoint');
  expect(context()).toEqual({ probeEndpoint: PROBE });
  open().unset('probeEndpoint');
  expect(context()).toEqual({});
});

test('a stage’s setting is stored with the stage; the one outside is kept', () => {
  written({ context: { mailsPerSecond: 14, stages: { production: {}, staging: { senderAddress: 'a@example.com' } } } });
  const choices = open({ stage: 'staging' });
  expect(choices.setting('senderAddress')).toBe('a@example.com');
  choices.setSetting('mailsPerSecond', 1);
  expect(context()).toEqual({
    mailsPerSecond: 14,
    stages: { production: {}, staging: { senderAddress: 'a@example.com', mailsPerSecond: 1 } },
  });
  expect(open({ stage: 'staging' }).settings()).toMatchObject({ mailsPerSecond: 1, stackName: 'Forms-staging' });
});

test('a setting of a new stage leaves production unchanged', () => {
  written({ context: { senderAddress: 'forms@example.com' } });
  open({ stage: 'staging' }).setSetting('senderAddress', 'staging@example.com');
  expect(context()).toEqual({
    senderAddress: 'forms@example.com',
    stages: { production: {}, staging: { senderAddress: 'staging@example.com' } },
  });
  expect(open().settings().senderAddress).toBe('forms@example.com');
});

test('changes by another setup or a person are kept', () => {
  written({ context: {} });
  const [production, staging] = [open(), open({ stage: 'staging' })];
  production.setSetting('senderAddress', 'forms@example.com');
  staging.remember(REGION, { endpointId: 'enp_1' });
  written({ ...JSON.parse(readFileSync(file, 'utf8')), versionReporting: false });
  production.remember(REGION, { workspaceId: 'ws_1' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    context: {
      senderAddress: 'forms@example.com',
      setup: { 'Forms-staging/eu-central-1': { endpointId: 'enp_1' }, 'Forms/eu-central-1': { workspaceId: 'ws_1' } },
    },
    versionReporting: false,
  });
});

test('remembered choices belong to one stack and region, and are forgotten together', () => {
  written({ context: {} });
  open().remember(REGION, { workspaceId: 'ws_1' });
  open().remember('us-east-1', { workspaceId: 'ws_2' });
  open({ stage: 'staging' }).remember(REGION, { endpointId: 'enp_1' });
  expect(context().setup).toEqual({
    'Forms/eu-central-1': { workspaceId: 'ws_1' },
    'Forms/us-east-1': { workspaceId: 'ws_2' },
    'Forms-staging/eu-central-1': { endpointId: 'enp_1' },
  });
  open().remember(REGION, { workspaceId: undefined });
  expect(open().remembered(REGION)).toEqual({});
  expect(Object.keys(context().setup)).toEqual(['Forms/us-east-1', 'Forms-staging/eu-central-1']);
});

test('choices of a run without saving only apply to that run', () => {
  written({ context: {} });
  const choices = open({ isSaved: false });
  choices.setSetting('senderAddress', 'forms@example.com');
  choices.remember(REGION, { endpointId: 'enp_1' });
  expect(choices.setting('senderAddress')).toBe('forms@example.com');
  expect(choices.remembered(REGION).endpointId).toBe('enp_1');
  expect(context()).toEqual({});
});

test.each<[string, string, RegExp]>([
  ['is no JSON', '{', /cannot be read/],
  ['has a wrong setting', '{"context":{"senderAddress":"nobody"}}', /senderAddress must be the address/],
  [
    'remembers something wrong',
    '{"context":{"setup":{"Forms/eu-central-1":{"recipients":["nobody"]}}}}',
    /"setup" in .*must be addresses/s,
  ],
])('a cdk.json that %s is refused with the reason', (_what, text, reason) => {
  writeFileSync(file, text);
  expect(() => open().remembered(REGION)).toThrow(reason);
});
