import {
  CreateDistributionCommand,
  DeleteDistributionCommand,
  type DistributionSummary,
  GetDistributionCommand,
  ListDistributionsCommand,
} from '@aws-sdk/client-cloudfront';
import type { Setup } from '../setup.ts';
import { done, type Step, StepBlocked, waiting } from '../step.ts';

/** Names the distribution that setup creates to test whether the account may have any. */
const TRIAL = 'Trial of forms-backend setup: may this account use CloudFront?';
/** AWS's managed cache policy that caches nothing. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const VERIFY_REMEDY =
  'Open a case in the AWS Support Center ("Account and billing", which costs nothing) and ask for CloudFront. It takes a ' +
  'day or two; then run setup again.';

/**
 * Whether the account may use CloudFront, which AWS may not allow a new account at first. The error only appears when a
 * distribution is created, which would be in the middle of a deployment and roll it back. Creating a disabled
 * distribution shows it within a second.
 */
export const cloudFront: Step = {
  name: 'cloudfront',
  title: 'CloudFront',
  isGate: true,
  find: async (setup) => {
    const distributions = await listDistributions(setup);
    if (distributions.length > 0) return done('This account may use CloudFront.');
    return {
      state: 'todo',
      found: 'This account has no CloudFront distribution; new accounts may not have any at first.',
      plan: 'Create a disabled distribution to find out; it is deleted after the deployment.',
      act: () => makeTrial(setup),
    };
  },
};

/** The test distribution, once it is no longer needed. */
export const cloudFrontTrial: Step = {
  name: 'cloudfront-trial',
  title: 'Trial distribution',
  find: async (setup) => {
    const trial = (await listDistributions(setup)).find(({ Comment }) => Comment === TRIAL);
    if (!trial) return done('There is none.');
    if (trial.Status !== 'Deployed') {
      return waiting(`${trial.Id} is ${trial.Status}.`, 'CloudFront has deployed it.');
    }
    return {
      state: 'todo',
      found: `${trial.Id} was created by setup and is disabled.`,
      plan: 'Delete it.',
      act: () => deleteTrial(setup, String(trial.Id)),
    };
  },
};

async function listDistributions({ clients }: Setup): Promise<DistributionSummary[]> {
  const { DistributionList } = await clients.cloudFront.send(new ListDistributionsCommand({}));
  return DistributionList?.Items ?? [];
}

async function makeTrial({ clients }: Setup): Promise<undefined> {
  const command = new CreateDistributionCommand({
    DistributionConfig: {
      CallerReference: TRIAL,
      Comment: TRIAL,
      Enabled: false,
      Origins: {
        Quantity: 1,
        Items: [
          {
            Id: 'none',
            DomainName: 'example.com',
            CustomOriginConfig: { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: 'https-only' },
          },
        ],
      },
      DefaultCacheBehavior: {
        TargetOriginId: 'none',
        ViewerProtocolPolicy: 'https-only',
        CachePolicyId: CACHING_DISABLED,
      },
    },
  });
  try {
    await clients.cloudFront.send(command);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (/must be verified/i.test(error.message)) throw new StepBlocked(error.message, VERIFY_REMEDY);
    // Created by an interrupted run and not listed yet.
    if (error.name !== 'DistributionAlreadyExists') throw error;
  }
}

async function deleteTrial({ clients }: Setup, Id: string): Promise<undefined> {
  const { ETag } = await clients.cloudFront.send(new GetDistributionCommand({ Id }));
  await clients.cloudFront.send(new DeleteDistributionCommand({ Id, IfMatch: ETag }));
}
