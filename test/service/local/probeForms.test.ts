import type { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createHandler } from '../../../lambdas/submissions/createSubmission.ts';
import { createProbe } from '../../../shared/probe/probe.ts';
import { throughPublicUrl, toVersion } from '../../../shared/probe/sendForm.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { outputs, sharedTable } from '../../support/cloud/service.ts';

const owner = ownEndpoint();

const probeOf = (id: string | undefined) => createProbe(new Submissions(sharedTable()), id);

test('the probe posts a form through the API’s URL and leaves nothing behind', async () => {
  await probeOf(owner.endpointId)(throughPublicUrl(outputs().apiUrl));
  expect((await owner.send('GET', `/v1/submissions/${owner.endpointId}`)).json.submissions).toEqual([]);
});

test('the probe fails if its endpoint is switched off, and if nothing listens', async () => {
  const { id } = await owner.newEndpoint({ isEnabled: false });
  await expect(probeOf(id)(throughPublicUrl(outputs().apiUrl))).rejects.toThrow('was 403 DISABLED instead of 201');
  await expect(probeOf(owner.endpointId)(throughPublicUrl('http://127.0.0.1:1'))).rejects.toThrow('fetch failed');
});

test('a version gets the probe as an event of the gateway', async () => {
  const asked: string[] = [];
  const endpointsWithFilter = { find: async (id: string) => void asked.push(id) };
  const dependencies = { endpointsWithFilter, siteUrl: outputs().siteUrl } as unknown as Parameters<
    typeof createHandler
  >[0];
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const lambda = {
    send: async ({ input }: { input: { Payload: string } }) => {
      const result = await createHandler(dependencies)(JSON.parse(input.Payload) as APIGatewayProxyEvent, context);
      return { Payload: Buffer.from(JSON.stringify(result)) };
    },
  } as unknown as LambdaClient;
  await probeOf(undefined)(toVersion(lambda, 'arn:aws:lambda:us-east-1:000000000000:function:createSubmission:2'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^enp_\w{26}$/);
});
