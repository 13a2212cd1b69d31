import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localFileBucket } from '../../../infra/localService/localFileBucket.ts';
import { exportWorkspace, type OnStep } from '../../../infra/operator/export/exportWorkspace.ts';
import type { SubmittedFile } from '../../../shared/contract/schemas/files.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { submissionKey } from '../../../shared/storage/itemKeys.ts';
import { storedFiles } from '../../../shared/storage/submittedFiles.ts';
import { type Workspace, Workspaces } from '../../../shared/storage/workspaces.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { PDF, PNG, postFiles } from '../../support/files.ts';
import type { Json } from '../../support/json.ts';
import { newEndpoint, newWorkspace, outputs, sharedTable } from '../../support/service.ts';

const bucket = localFileBucket(outputs());
const folder = newDataFolder();
afterAll(() => removeFolder(folder));

const SENT = [
  { name: '../../../notes.txt', content: Buffer.from('some text') },
  { name: `${'長'.repeat(300)}.png`, content: PNG },
  { name: 'the same.pdf', content: PDF },
  { name: 'the same.pdf', content: Buffer.concat([PDF, PDF]) },
];

let workspace: Workspace;
let endpointId: string;
let submissionIds: string[];

let targets = 0;
const newTarget = (): string => {
  const to = join(folder, `export-${targets++}`);
  mkdirSync(to);
  return to;
};
const exportTo = (
  to: string,
  onStep: OnStep = () => undefined,
  fileBucket: Pick<typeof bucket, 'downloadUrl'> = bucket,
) => exportWorkspace({ table: sharedTable(), fileBucket }, workspace, to, onStep);

const submissionsIn = (to: string): Json[] =>
  readFileSync(join(to, 'submissions', `${endpointId}.jsonl`), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const contentsOf = (to: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(to, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(to, name)).isFile() && name !== 'export.json')
      .map((name) => [name, readFileSync(join(to, name), 'latin1')]),
  );

async function putSubmission(scan: SubmittedFile['scan']): Promise<string> {
  const id = newId('submission');
  const file = { id: newId('file'), field: 'file', name: 'a.txt', type: 'text/plain', bytes: 5, scan };
  const item = { ...submissionKey(endpointId, id), data: '{}', location: 'Spain', files: storedFiles([file]) };
  await sharedTable().put(item, {});
  return id;
}

beforeAll(async () => {
  const { workspaceId, key } = await newWorkspace();
  workspace = (await new Workspaces(sharedTable()).find(workspaceId)) as Workspace;
  const files = { maxCount: 3, maxBytes: 1_000, types: ['text/*', 'image/*', 'application/pdf'] };
  ({ id: endpointId } = await newEndpoint(key, { emailNotifications: false, files }));
  submissionIds = [];
  for (const sent of [SENT.slice(0, 3), SENT.slice(3)]) {
    submissionIds.push((await postFiles(endpointId, sent)).json.id);
  }
  await putSubmission('clean');
  await putSubmission('infected');
});

describe('the files of an export', () => {
  test('equal the sent ones byte for byte; missing and infected ones are counted', async () => {
    const to = newTarget();
    const steps: number[] = [];
    const { submissions, files } = await exportTo(to, ({ files: { written } }) => steps.push(written));
    expect({ submissions, files }).toEqual({ submissions: 4, files: { written: 4, missing: 1, infected: 1 } });
    expect(new Set(steps)).toEqual(new Set([0, 1, 2, 3, 4]));
    const exported = submissionsIn(to).filter(({ id }) => submissionIds.includes(id));
    const named = exported.flatMap(({ id, files: all }) => all.map((file: Json) => ({ ...file, submissionId: id })));
    expect(named.map(({ bytes }) => bytes)).toEqual(SENT.map(({ content }) => content.length));
    expect(named.map(({ name }) => name)).toEqual([
      'notes.txt',
      expect.stringMatching(/^長+\.png$/),
      'the same.pdf',
      'the same.pdf',
    ]);
    for (const [index, { submissionId, id }] of named.entries()) {
      const content = readFileSync(join(to, 'files', endpointId, submissionId, id));
      expect(content.equals(SENT[index]?.content as Buffer)).toBe(true);
    }
    const others = Object.keys(contentsOf(to)).filter((name) => name.startsWith('files/'));
    expect(others).toHaveLength(SENT.length);
  });

  test('resumes after an interruption at any file: none is missing, truncated or counted twice', async () => {
    const to = newTarget();
    const whole = await exportTo(to);
    const contents = contentsOf(to);
    for (let cut = 1, isDone = false; !isDone; cut++) {
      const again = newTarget();
      let moments = 0;
      const moment = () => {
        if (++moments === cut) throw new Error('cut short');
      };
      const downloadUrl: typeof bucket.downloadUrl = async (...args) => {
        moment();
        return bucket.downloadUrl(...args);
      };
      isDone = await exportTo(again, moment, { downloadUrl }).then(
        () => true,
        () => false,
      );
      const { files, submissions } = await exportTo(again);
      expect({ files, submissions }).toEqual({ files: whole.files, submissions: whole.submissions });
      expect(contentsOf(again)).toEqual(contents);
      expect(cut).toBeLessThan(40);
    }
  });
});
