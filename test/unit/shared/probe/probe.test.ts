import type { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import type { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { arnOf, LOCAL } from '../../../../infra/localService/template.ts';
import { createHandler } from '../../../../lambdas/probeForms.ts';
import { createProbe, type SendForm } from '../../../../shared/probe/probe.ts';
import { toVersion } from '../../../../shared/probe/sendForm.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { functionsOf, synthesizeStack } from '../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../support/settings.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { requireRight, tableOf } from '../../../support/simulator/rights.ts';

const ENDPOINT = EVERYTHING.probeEndpoint;
const NAME = 'probeForms';
const receiver = functionsOf(await synthesizeStack(EVERYTHING)).find(({ name }) => name === 'createSubmission');
const newVersion = `${arnOf(receiver?.logicalId ?? '', 'AWS::Lambda::Function')}:2`;
const DEPLOYMENT = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' };

let items: MemoryItems;
let id: string;
let reported: unknown[];

beforeEach(async () => {
  items = new MemoryItems();
  id = newId('submission');
  await new MemoryTable(items).put({ ...submissionKey(ENDPOINT, id), data: '{}' }, {});
  reported = [];
});

const isRemoved = (): boolean => ![...items.state().values()].some(({ SK }) => SK === submissionKey(ENDPOINT, id).SK);

function report(input: unknown): void {
  const resource = `arn:aws:codedeploy:${LOCAL.region}:${LOCAL.accountId}:deploymentgroup:a/b`;
  requireRight(NAME, { action: 'codedeploy:PutLifecycleEventHookExecutionStatus', resource });
  reported.push(input);
}

const answering =
  (status: number, body: unknown): SendForm =>
  async () => ({ status, body });

const probeForms = (endpointId: string | undefined, sendForm: SendForm) =>
  createHandler({
    probe: createProbe(new Submissions(tableOf(NAME, items)), endpointId),
    sendThrough: () => sendForm,
    sendToNewVersion: sendForm,
    codeDeploy: { send: async ({ input }: { input: unknown }) => report(input) } as unknown as CodeDeployClient,
  });

/** A version that AWS Lambda lets the probe invoke. */
const versionAnswering = (sendForm: SendForm): LambdaClient => {
  const send = async ({ input: { FunctionName = '' } }: InvokeCommand) => {
    requireRight(NAME, { action: 'lambda:InvokeFunction', resource: FunctionName });
    const { status, body } = await sendForm(ENDPOINT, '');
    return { Payload: Buffer.from(JSON.stringify({ statusCode: status, body: JSON.stringify(body) })) };
  };
  return { send } as unknown as LambdaClient;
};

const stored: SendForm = async () => ({ status: 201, body: { id } });

describe('the probe, on its schedule', () => {
  test('removes the form that it posted', async () => {
    await probeForms(ENDPOINT, stored)({ apiUrl: 'https://api.example.com' });
    expect(isRemoved()).toBe(true);
    expect(reported).toEqual([]);
  });

  test.each([
    [
      'the form is refused',
      answering(403, { code: 'DISABLED' }),
      'the response to the form was 403 DISABLED instead of 201',
    ],
    ['something else answers', answering(502, undefined), 'the response to the form was 502 instead of 201'],
    ['a redirect is answered', answering(303, undefined), 'the response to the form was 303 instead of 201'],
    ['nothing answers', () => Promise.reject(new Error('fetch failed')), 'fetch failed'],
    ['the form is not stored', answering(201, { id: newId('submission') }), 'There is no such submission'],
  ])('fails if %s', async (_, sendForm, message) => {
    await expect(probeForms(ENDPOINT, sendForm)({ apiUrl: 'https://api.example.com' })).rejects.toThrow(message);
  });
});

describe('the probe of a new version', () => {
  const outcome = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1' };

  test('reports success if the form is stored, and removes it', async () => {
    await probeForms(ENDPOINT, toVersion(versionAnswering(stored), newVersion))(DEPLOYMENT);
    expect(reported).toEqual([{ ...outcome, status: 'Succeeded' }]);
    expect(isRemoved()).toBe(true);
  });

  test('without a configured endpoint posts to a missing one, and expects 404', async () => {
    await probeForms(undefined, answering(404, { code: 'NOT_FOUND' }))(DEPLOYMENT);
    await probeForms(undefined, answering(500, { code: 'INTERNAL_SERVER_ERROR' }))(DEPLOYMENT);
    expect(reported).toEqual([
      { ...outcome, status: 'Succeeded' },
      { ...outcome, status: 'Failed' },
    ]);
    expect(isRemoved()).toBe(false);
  });

  test('reports failure if the version crashes', async () => {
    const crashing = { send: async () => ({ FunctionError: 'Unhandled' }) } as unknown as LambdaClient;
    await probeForms(ENDPOINT, toVersion(crashing, 'arn:…:2'))(DEPLOYMENT);
    expect(reported).toEqual([{ ...outcome, status: 'Failed' }]);
  });
});
