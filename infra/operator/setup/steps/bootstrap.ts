import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { ifFound } from '../ifFound.ts';
import type { Setup } from '../setup.ts';
import { done, type Step } from '../step.ts';

/** The parameter in which `cdk bootstrap` stores its version for `cdk deploy`. */
const VERSION_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** The version that deployments of the CDK's templates check (AWS CDK, "Bootstrap stack template version"). */
const VERSION_MIN = 6;

/** The CDK's resources in each account and region: a bucket and roles. */
export const bootstrap: Step = {
  name: 'bootstrap',
  title: 'CDK bootstrap',
  isGate: true,
  find: async (setup) => {
    const version = await findVersion(setup);
    if (Number(version) >= VERSION_MIN) return done(`The region is bootstrapped, version ${version}.`);
    return {
      state: 'todo',
      found:
        version === undefined
          ? 'The region is not bootstrapped.'
          : `The region is bootstrapped with version ${version}; deployments need ${VERSION_MIN}.`,
      plan: 'Run "cdk bootstrap": a bucket, a repository and roles for deployments.',
      costs: 'less than a cent a month for what deployments leave in the bucket',
      act: async () => {
        const status = await setup.outside.cdk.run('bootstrap');
        if (status !== 0) throw new Error('cdk bootstrap failed: see above.');
      },
    };
  },
};

async function findVersion({ clients }: Setup): Promise<string | undefined> {
  const found = await ifFound(clients.ssm.send(new GetParameterCommand({ Name: VERSION_PARAMETER })));
  return found?.Parameter?.Value;
}
