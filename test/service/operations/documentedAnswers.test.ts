import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { EXAMPLE_IDS } from '../../../shared/contract/schemas/commonDocs.ts';
import { EXAMPLE_TOKEN } from '../../../shared/contract/schemas/confirmations/unsubscribeDocs.ts';
import { MEMBER_SCHEMAS } from '../../../shared/contract/schemas/members/memberDocs.ts';
import { EXAMPLE_CONFIRM_TOKEN } from '../../../shared/contract/schemas/submissions/pendingDocs.ts';
import { API_PLACEHOLDER } from '../../../site/placeholders.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { PNG, postFiles } from '../../support/cloud/postedFiles.ts';
import { credentialFor, newOwn, type Own, rightRequest } from '../../support/cloud/rightRequests.ts';
import { outputs, send } from '../../support/cloud/service.ts';
import { runShell } from '../../support/shell.ts';
import { operations } from '../../support/site/openApi.ts';

/** A command of the document with URL and ids filled in; curl prints the status at the end. */
const filledIn = (
  source: string,
  { endpointId, submissionId, keyId, fileId, webhookId, token, confirmToken, memberId, sessionId, ...own }: Own,
): string =>
  source
    .replace(/^curl/, "curl -s -w '\\n%{http_code}'")
    .replaceAll(API_PLACEHOLDER, outputs().apiUrl)
    .replaceAll(EXAMPLE_CONFIRM_TOKEN, confirmToken)
    .replaceAll(EXAMPLE_IDS.endpoint, endpointId)
    .replaceAll(EXAMPLE_IDS.submission, submissionId)
    .replaceAll(EXAMPLE_IDS.key, keyId)
    .replaceAll(EXAMPLE_IDS.file, fileId)
    .replaceAll(EXAMPLE_IDS.webhook, webhookId)
    .replaceAll(EXAMPLE_IDS.member, memberId)
    .replaceAll(EXAMPLE_IDS.session, sessionId)
    .replaceAll(MEMBER_SCHEMAS.MuteRequest.example.token, own.muteToken)
    .replaceAll(MEMBER_SCHEMAS.SignInRequest.example.handle, own.handle)
    .replaceAll(MEMBER_SCHEMAS.SignInRequest.example.code, own.code)
    .replaceAll(EXAMPLE_TOKEN, token)
    // A new workspace has one page.
    .replace('page=1&limit=20', 'page=1&limit=1');

async function run(source: string, own: Own, key = own.key) {
  const { code, stdout, stderr } = await runShell(`KEY=${key}\n${filledIn(source, own)}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  return { status: Number(lines.pop()), text: lines.join('\n') };
}

const samplesOf = (id: string) => operations[id]?.operation['x-codeSamples'].map(({ source }) => source) ?? [];

describe('the commands of the OpenAPI document', () => {
  const called = OPERATIONS.filter(({ redirectStatus }) => redirectStatus === undefined);
  test.each(called)('$id accepts its documented command', async (operation) => {
    const own = await newOwn();
    const { endpointId } = rightRequest(operation, own).params;
    const submissionId = operation.group === 'confirmations' ? own.pendingId : own.submissionId;
    const answer = await run(
      samplesOf(operation.id)[0] ?? '',
      { ...own, endpointId, submissionId },
      credentialFor(operation, own),
    );
    expect(answer).toMatchObject({ status: operation.status });
  });

  test('retrieveFile follows the redirect and saves the file', async () => {
    const own = await newOwn();
    const { json } = await postFiles(own.endpointId, [{ name: 'a.png', content: PNG }]);
    const ids = { submissionId: json.id, fileId: json.files[0].id };
    const folder = newDataFolder();
    const command = `${samplesOf('retrieveFile')[0]}`.replace('-o file', `-o ${folder}/file`);
    expect(await run(command, { ...own, ...ids })).toMatchObject({ status: 200 });
    expect(readFileSync(`${folder}/file`).equals(PNG)).toBe(true);
    removeFolder(folder);
  });

  test('createKey shows the new secret', async () => {
    const { text } = await run(samplesOf('createKey')[0] ?? '', await newOwn());
    expect(text).toMatch(/^x-api-key-secret: fbk_\w{36}\r?$/im);
  });

  test('createSubmission can be called as a form', async () => {
    const own = await newOwn();
    expect(await run(samplesOf('createSubmission')[1] ?? '', own)).toMatchObject({ status: 303 });
    const list = await send('GET', `/v1/submissions/${own.endpointId}`, { key: own.key });
    expect(list.json.submissions[0].data).toMatchObject({ name: 'Ada Lovelace' });
  });
});
