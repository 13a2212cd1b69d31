import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { checkRegion } from '../../../regions.ts';
import type { Finding, Step } from '../step.ts';

/** Requires credentials that AWS accepts and a region with all services. */
export const credentials: Step = {
  name: 'credentials',
  title: 'Credentials and region',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const region = await setup.region().catch(() => undefined);
    if (region === undefined) {
      return {
        state: 'blocked',
        found: 'No region is chosen.',
        remedy: 'Choose one near your visitors, for example: export AWS_REGION=eu-central-1',
      };
    }
    try {
      checkRegion(region, setup.choices.settings());
    } catch (error) {
      return { state: 'blocked', found: messageOf(error), remedy: 'Choose another region and run setup again.' };
    }
    try {
      const { Account, Arn } = await setup.clients.sts.send(new GetCallerIdentityCommand({}));
      return { state: 'done', found: `Account ${Account} in ${region}, as ${Arn}.` };
    } catch (error) {
      return {
        state: 'blocked',
        found: `AWS rejects this shell's credentials: ${messageOf(error)}`,
        remedy: 'Sign in with "aws configure" or "aws sso login", or set AWS_PROFILE.',
      };
    }
  },
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
