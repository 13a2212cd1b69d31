import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { UsageError } from '../../program.ts';

/**
 * Makes the SDK in this process and the CDK in another use the same account and region. The two disagree about variables:
 * only the CDK reads AWS_DEFAULT_PROFILE, and prefers keys in the environment to AWS_PROFILE.
 * @param profile the profile that the operator names on the command line
 * @returns the region
 * @throws UsageError when there is no region
 */
export async function settleIdentity(profile: string | undefined): Promise<string> {
  const { env } = process;
  const named = profile || env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE;
  if (named) env.AWS_PROFILE = named;
  env.AWS_REGION ||= env.AWS_DEFAULT_REGION || (await regionOfProfile());
  if (!profile && env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY) {
    delete env.AWS_PROFILE;
    delete env.AWS_DEFAULT_PROFILE;
  }
  return env.AWS_REGION;
}

async function regionOfProfile(): Promise<string> {
  try {
    return await new CloudFormationClient({}).config.region();
  } catch (cause) {
    throw new UsageError('There is no region to deploy to: export AWS_REGION=eu-central-1', { cause });
  }
}
