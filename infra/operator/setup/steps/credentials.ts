import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { checkRegion } from '../../../regions.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';

/** Requires credentials that AWS accepts and a region with all services. */
export const credentials: Step = {
  name: 'credentials',
  title: 'Credentials and region',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const region = await setup.region().catch(() => undefined);
    if (region === undefined) {
      return blocked(
        'No region is chosen.',
        'Choose one near your visitors, for example: export AWS_REGION=eu-central-1',
      );
    }
    const settings = setup.choices.settings();
    const unfit = unfitOf(() => checkRegion(region, settings));
    if (unfit) return unfit;
    try {
      const { Account, Arn } = await setup.clients.sts.send(new GetCallerIdentityCommand({}));
      return (
        unfitOf(() => checkRegion(region, settings, Account)) ?? done(`Account ${Account} in ${region}, as ${Arn}.`)
      );
    } catch (error) {
      return blocked(
        `AWS rejects this shell's credentials: ${messageOf(error)}`,
        'Sign in with "aws configure" or "aws sso login", or set AWS_PROFILE.',
      );
    }
  },
};

function unfitOf(check: () => void): Finding | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return blocked(messageOf(error), 'Choose another region and run setup again.');
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
