import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from '@aws-sdk/client-codedeploy';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { createProbe, type SendForm } from '../shared/probe/probe.ts';
import { throughPublicUrl, toVersion } from '../shared/probe/sendForm.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { Submissions } from '../shared/storage/submissions/submissions.ts';
import { createClient } from '../shared/storage/table/client.ts';
import { Table } from '../shared/storage/table/table.ts';

interface ClockEvent {
  apiUrl: string;
}

/** CodeDeploy's event, before a new version receives requests. */
interface DeploymentEvent {
  DeploymentId: string;
  LifecycleEventHookExecutionId: string;
}

interface Dependencies {
  probe: ReturnType<typeof createProbe>;
  sendThrough: (apiUrl: string) => SendForm;
  sendToNewVersion: SendForm;
  codeDeploy: Pick<CodeDeployClient, 'send'>;
}

/**
 * Posts a test form. On schedule through the API's public address: a failure counts towards an alarm. During a
 * deployment to the new version of the receiving function: a failure stops the deployment.
 */
export function createHandler({ probe, sendThrough, sendToNewVersion, codeDeploy }: Dependencies) {
  return async (event: ClockEvent | DeploymentEvent): Promise<void> => {
    if ('apiUrl' in event) return probe(sendThrough(event.apiUrl));
    const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
    const status = await outcomeOf(() => probe(sendToNewVersion));
    await codeDeploy.send(
      new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
    );
  };
}

async function outcomeOf(run: () => Promise<void>): Promise<'Succeeded' | 'Failed'> {
  try {
    await run();
    return 'Succeeded';
  } catch (error) {
    log('error', 'the new version does not receive forms', {}, error);
    return 'Failed';
  }
}

export const handler = fromEnvironment(['tableName', 'probeEndpoint', 'newVersion'], (settings) => {
  const { tableName, probeEndpoint, newVersion } = settings;
  return createHandler({
    probe: createProbe(new Submissions(new Table(createClient(), tableName)), probeEndpoint),
    sendThrough: throughPublicUrl,
    sendToNewVersion: toVersion(new LambdaClient({}), newVersion),
    codeDeploy: new CodeDeployClient({}),
  });
});
