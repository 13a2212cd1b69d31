import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL } from '../../../infra/localService/template.ts';
import { createAwsServices } from '../../../local/aws/awsServices.ts';
import { DynamoDb } from '../../../local/aws/dynamodb.ts';
import { Queues } from '../../../local/aws/queues.ts';
import type { LocalFunction } from '../../../local/functions/functions.ts';
import { Policy, statementsOf } from '../../../local/functions/policy.ts';
import { Usage } from '../../../local/functions/usage.ts';
import { HOST, listen } from '../../../local/http/ports.ts';
import { removeFolder } from './cloudProcess.ts';
import { outputs } from './service.ts';
import { functionsOf, type SynthesizedStack } from './stack.ts';

/** AWS's services as functions see them: a synthesized stack's policies in front of the shared table. */
export async function startAwsServices(stack: SynthesizedStack) {
  const folder = mkdtempSync(join(tmpdir(), 'forms-queues-'));
  const queues = new Queues(stack.template.ofType('AWS::SQS::Queue'), `http://${HOST}`, folder);
  const usage = new Usage();
  const functions = new Map(
    functionsOf(stack).map(({ name, properties }) => [
      name,
      {
        name,
        policy: new Policy(statementsOf(stack.template, properties.Role.split('/').at(-1) ?? '')),
      } as LocalFunction,
    ]),
  );
  const { dynamodbEndpoint, dynamodbAccessKeyId, inboxUrl } = outputs();
  const functionNamed = (name: string) => functions.get(name);
  const db = new DynamoDb(dynamodbEndpoint, dynamodbAccessKeyId);
  const backends = { db, inboxUrl, queues, usage, functionNamed };
  const server = createAwsServices(() => backends);
  const endpoint = await listen(server, 0);
  return {
    queues,
    usage,
    /** A function's credentials: the access key names the function. */
    as: (functionName: string) => ({
      endpoint,
      region: LOCAL.region,
      credentials: { accessKeyId: functionName, secretAccessKey: 'local' },
      maxAttempts: 1,
    }),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      removeFolder(folder);
    },
  };
}

export type AwsServices = Awaited<ReturnType<typeof startAwsServices>>;
