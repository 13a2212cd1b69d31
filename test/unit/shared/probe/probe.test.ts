import type { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHandler } from '../../../../lambdas/probeForms.ts';
import { createProbe, type SendForm } from '../../../../shared/probe/probe.ts';
import { toVersion } from '../../../../shared/probe/sendForm.ts';

const ENDPOINT = 'enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD';
const DEPLOYMENT = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' };

let removed: string[];
let reported: unknown[];

beforeEach(() => {
  removed = [];
  reported = [];
});

const submissions = {
  delete: async (endpointId: string, id: string) => {
    if (id === 'sub_lost') throw new Error('not stored');
    removed.push(`${endpointId} ${id}`);
  },
};

const answering =
  (status: number, body: unknown): SendForm =>
  async () => ({ status, body });

const probeForms = (endpointId: string | undefined, sendForm: SendForm) =>
  createHandler({
    probe: createProbe(submissions, endpointId),
    sendThrough: () => sendForm,
    sendToNewVersion: sendForm,
    codeDeploy: { send: async ({ input }: { input: unknown }) => reported.push(input) } as unknown as CodeDeployClient,
  });

const stored = answering(201, { id: 'sub_1' });

describe('the probe, on its schedule', () => {
  test('removes the form that it posted', async () => {
    await probeForms(ENDPOINT, stored)({ apiUrl: 'https://api.example.com' });
    expect(removed).toEqual([`${ENDPOINT} sub_1`]);
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
    ['the form is not stored', answering(201, { id: 'sub_lost' }), 'not stored'],
  ])('fails if %s', async (_, sendForm, message) => {
    await expect(probeForms(ENDPOINT, sendForm)({ apiUrl: 'https://api.example.com' })).rejects.toThrow(message);
  });
});

describe('the probe of a new version', () => {
  const outcome = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1' };

  test('reports success if the form is stored, and removes it', async () => {
    await probeForms(ENDPOINT, stored)(DEPLOYMENT);
    expect(reported).toEqual([{ ...outcome, status: 'Succeeded' }]);
    expect(removed).toEqual([`${ENDPOINT} sub_1`]);
  });

  test('without a configured endpoint posts to a missing one, and expects 404', async () => {
    await probeForms(undefined, answering(404, { code: 'NOT_FOUND' }))(DEPLOYMENT);
    await probeForms(undefined, answering(500, { code: 'INTERNAL_SERVER_ERROR' }))(DEPLOYMENT);
    expect(reported).toEqual([
      { ...outcome, status: 'Succeeded' },
      { ...outcome, status: 'Failed' },
    ]);
    expect(removed).toEqual([]);
  });

  test('reports failure if the version crashes', async () => {
    const crashing = { send: async () => ({ FunctionError: 'Unhandled' }) } as unknown as LambdaClient;
    await probeForms(ENDPOINT, toVersion(crashing, 'arn:…:2'))(DEPLOYMENT);
    expect(reported).toEqual([{ ...outcome, status: 'Failed' }]);
  });
});
