import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readAll } from '../../../../local/http/http.ts';
import { listen, newServer } from '../../../../local/http/ports.ts';
import { createLanes } from '../../../../shared/deliveries/lanes.ts';
import { RECEIVE_WAIT_S } from '../../../../shared/deliveries/timeoutsAndRetries.ts';

const ENVIRONMENT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const before = { ...process.env };
beforeEach(() => {
  Object.assign(process.env, ENVIRONMENT);
});
afterEach(() => {
  process.env = before;
});

test('a long poll is never abandoned, because its messages would stay hidden', async () => {
  let requests = 0;
  let answered = 0;
  const server = newServer(async (incoming, outgoing) => {
    requests++;
    const { WaitTimeSeconds } = JSON.parse((await readAll(incoming)).toString());
    setTimeout(() => {
      answered += outgoing.destroyed ? 0 : 1;
      outgoing.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' }).end('{}');
    }, WaitTimeSeconds * 1_000);
  });
  const baseUrl = await listen(server, 0);
  process.env.AWS_ENDPOINT_URL_SQS = baseUrl;
  const webhookQueueUrl = `${baseUrl}/000000000000/webhooks`;
  expect(await createLanes({ webhookQueueUrl }).webhook?.receive(RECEIVE_WAIT_S)).toEqual([]);
  server.close();
  server.closeAllConnections();
  expect({ requests, answered }).toEqual({ requests: 1, answered: 1 });
});
