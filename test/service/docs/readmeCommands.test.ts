import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { newWorkspace, outputs } from '../../support/cloud/service.ts';
import { runShell } from '../../support/shell.ts';
import { replaceAll } from '../../support/site/guideExamples.ts';

const folder = newDataFolder();
afterAll(() => removeFolder(folder));

beforeAll(async () => {
  const { key } = await newWorkspace();
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify({ ...outputs(), apiKey: key }));
});

function commands(): string {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, block = ''] = /## The API in five commands\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const separated = block.replaceAll(/^# \d\. .*$/gm, 'printf "\\n---\\n"');
  return replaceAll(separated, { '.local/outputs.json': join(folder, 'outputs.json') });
}

test('the README’s commands create an endpoint, post to it twice, list, and mark as read', async () => {
  const { code, stdout, stderr } = await runShell(commands());
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, created, form = '', script, list = '', read = ''] = stdout.split('\n---\n');
  expect([created, script]).toEqual(['', '']);
  expect(form).toMatch(/^HTTP\/1\.1 303 [\s\S]*\nlocation: \S+\/thank-you\r?\n/i);
  const { submissions } = JSON.parse(list);
  expect(submissions.map(({ data }: { data: object }) => data)).toEqual([
    { email: 'grace@example.com', message: 'Hi' },
    { email: 'ada@example.com', message: 'Hello' },
  ]);
  expect(JSON.parse(read)).toMatchObject({ id: submissions[0].id, isRead: true });
});
