import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import '../../tools/quietSdk.ts';

/** Configuration of all clients; by default the operator's own region and credentials. */
export type ClientSettings = Pick<
  S3ClientConfig,
  'endpoint' | 'region' | 'credentials' | 'maxAttempts' | 'requestHandler' | 'signer'
>;

/** The AWS services that setup uses. */
export const createClients = (settings: ClientSettings = {}) => ({
  cloudFormation: new CloudFormationClient(settings),
  dynamodb: new DynamoDBClient(settings),
  lambda: new LambdaClient(settings),
  route53: new Route53Client(settings),
  // Path-style URLs for buckets, as custom endpoints require.
  s3: new S3Client({ ...settings, forcePathStyle: settings.endpoint !== undefined }),
  ses: new SESv2Client(settings),
  sns: new SNSClient(settings),
  ssm: new SSMClient(settings),
  sts: new STSClient(settings),
});

/**
 * The environment's variables for the CDK, with the account and region of these clients: it reads other variables, in
 * another order.
 */
export async function environmentOf({ sts: { config } }: Pick<Clients, 'sts'>): Promise<NodeJS.ProcessEnv> {
  const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
  return {
    ...process.env,
    AWS_PROFILE: undefined,
    AWS_DEFAULT_PROFILE: undefined,
    AWS_REGION: await config.region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

export type Clients = ReturnType<typeof createClients>;
