import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { launchProgram } from '../../support/commands.ts';

/** Maximum size of a file: the system writes up to it, then fails as on a full disk. */
const LIMIT_KB = 40;
const folder = newDataFolder();
afterAll(() => removeFolder(folder));

const moduleAt = (path: string): string => JSON.stringify(pathToFileURL(path).href);

/** Each write happens twice: first with content that fits, then with too much. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { Readable } from 'node:stream';
  const { writeWhole } = await import(${moduleAt('infra/tools/writeWhole.ts')});
  const { writeOutputs } = await import(${moduleAt('infra/localService/outputs.ts')});
  const { Queues } = await import(${moduleAt('local/aws/queues.ts')});
  const { createMailbox } = await import(${moduleAt('local/aws/mailbox.ts')});
  const { ObjectStore } = await import(${moduleAt('local/aws/s3/objectStore.ts')});
  const { Choices } = await import(${moduleAt('infra/operator/setup/choices.ts')});
  const { listen } = await import(${moduleAt('local/http/ports.ts')});
  const folder = ${JSON.stringify(folder)};
  const inFolder = (name) => folder + '/' + name;
  const [queue] = [new Queues([{ logicalId: 'Queue', type: 'AWS::SQS::Queue', properties: {} }], '', inFolder('queues'))].map(
    (queues) => queues.byUrl('/000000000000/Queue'));
  const objects = new ObjectStore(inFolder('objects'), { isVersioned: false });
  writeFileSync(inFolder('cdk.json'), JSON.stringify({ context: { senderAddress: 'forms@example.com' } }));
  const choices = new Choices({ file: inFolder('cdk.json'), stage: 'production', isSaved: true });
  const mailbox = await listen(createMailbox(folder), 0);
  const mail = (text) => JSON.stringify({ FromEmailAddress: 'forms@example.com', Destination: {},
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: text } } } } });
  const WRITES = {
    whole: (text) => writeWhole(inFolder('whole'), text),
    outputs: (text) => writeOutputs(folder, { apiUrl: text }),
    choices: (text) => choices.remember('eu-west-1', { skip: [text] }),
    queue: (text) => queue.send(text),
    object: async (text) => objects.commit(await objects.stage(Readable.from([text])), { key: 'key', lastModified: 0, headers: {} }),
    mail: async (text) => {
      const { status } = await fetch(mailbox + '/v2/email/outbound-emails', { method: 'POST', body: mail(text) });
      if (status !== 200) throw Object.assign(new Error(), { code: status });
    },
  };
  const said = {};
  for (const [name, write] of Object.entries(WRITES)) {
    said[name] = [];
    for (const length of [20_000, 100_001, 100]) {
      try { await write('x'.repeat(length)); said[name].push('written'); } catch (error) { said[name].push(error.code); }
    }
  }
  console.log(JSON.stringify(said));
  process.exit(0);`;

let said: Record<string, unknown[]>;
beforeAll(async () => {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const limited = launchProgram('bash', '-c', `ulimit -f ${LIMIT_KB} && exec "$0" "$@"`, ...node);
  const { stdout, stderr } = await limited.ended;
  if (stdout === '') throw new Error(stderr);
  said = JSON.parse(stdout);
});

const textIn = (name: string): string => readFileSync(join(folder, name), 'utf8');

test.each(['whole', 'outputs', 'choices', 'queue', 'object'])(
  '%s: a write that does not fit is rejected, and later writes succeed',
  (name) => {
    expect(said[name]).toEqual(['written', 'EFBIG', 'written']);
  },
);

test('a file is replaced as a whole, and no temporary file stays', () => {
  expect(textIn('whole')).toBe('x'.repeat(100));
  expect(JSON.parse(textIn('outputs.json'))).toEqual({ apiUrl: 'x'.repeat(100) });
  expect(JSON.parse(textIn('cdk.json')).context.setup).toEqual({ 'Forms/eu-west-1': { skip: ['x'.repeat(100)] } });
  expect(readdirSync(folder, { recursive: true }).filter((name) => /\.(?:new|staged)$/.test(String(name)))).toEqual([]);
  expect(readdirSync(join(folder, 'queues', 'Queue'))).toHaveLength(2);
});

test('a mail gets 503 if it does not fit, and the mailbox keeps all others', () => {
  expect(said.mail).toEqual(['written', 503, 'written']);
  const lines = textIn('inbox.jsonl').split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line).sent.Content.Simple.Body.Text.Data.length)).toEqual([20_000, 100]);
});
