import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { LOCAL, Template } from '../../../infra/localService/template.ts';
import type { BusEvent } from '../../../local/events/eventBus.ts';
import { Faults } from '../../../local/functions/faults.ts';
import type { LocalFunction } from '../../../local/functions/functions.ts';
import { Policy, statementsOf } from '../../../local/functions/policy.ts';
import { Usage } from '../../../local/functions/usage.ts';
import { close, listen } from '../../../local/http/ports.ts';
import { LocalS3 } from '../../../local/localS3.ts';
import { removeFolder } from './cloudProcess.ts';

export const BUCKET = 'FileBucket';

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

const roleWith = (...statements: Statement[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    Policies: [{ PolicyDocument: { Statement: statements.map((statement) => ({ Effect: 'Allow', ...statement })) } }],
  },
});

const arn = { 'Fn::GetAtt': [BUCKET, 'Arn'] };
const objects = (pattern: string) => ({ 'Fn::Join': ['', [arn, `/${pattern}`]] });

/** `uploader` may put below `uploads/`; `keeper` may do anything below `files/`, read `uploads/` and list `files/`. */
const RESOURCES = {
  [BUCKET]: {
    Type: 'AWS::S3::Bucket',
    Properties: {
      CorsConfiguration: {
        CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT'], AllowedHeaders: ['*'], MaxAge: 7_200 }],
      },
    },
  },
  uploader: roleWith({ Action: 's3:PutObject', Resource: objects('uploads/*') }),
  keeper: roleWith(
    { Action: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], Resource: objects('files/*') },
    { Action: 's3:GetObject', Resource: objects('uploads/*') },
    { Action: 's3:ListBucket', Resource: arn, Condition: { StringLike: { 's3:prefix': 'files/*' } } },
  ),
};

const PLAN = {
  Type: 'AWS::GuardDuty::MalwareProtectionPlan',
  Properties: { ProtectedResource: { S3Bucket: { BucketName: { Ref: BUCKET }, ObjectPrefixes: ['files/'] } } },
};

/** S3 with one bucket and two functions, on its own folder. */
export async function startS3({
  folder = mkdtempSync(join(tmpdir(), 'forms-s3-')),
  isScanned = false,
  bucketProperties = {},
  published = [] as BusEvent[],
  publish = async (event: BusEvent) => void published.push(event),
} = {}) {
  const { Type, Properties } = RESOURCES[BUCKET];
  const bucket = { Type, Properties: { ...Properties, ...bucketProperties } };
  const template = new Template('', { ...RESOURCES, [BUCKET]: bucket, ...(isScanned && { Plan: PLAN }) });
  const functions = new Map(
    ['uploader', 'keeper'].map((name) => [
      name,
      { name, policy: new Policy(statementsOf(template, name)) } as LocalFunction,
    ]),
  );
  const [usage, faults] = [new Usage(), new Faults()];
  const s3 = new LocalS3({ operatorAccessKeyId: 'operator', usage, faults });
  s3.serve({ template, folder, functionNamed: (name) => functions.get(name), bus: { publish } });
  const endpoint = await listen(s3.server, 0);
  const credentials = (accessKeyId: string) => ({ accessKeyId, secretAccessKey: s3.secretAccessKey });
  const stop = async () => {
    await s3.stop();
    await close(s3.server);
  };
  return {
    endpoint,
    folder,
    usage,
    faults,
    published,
    credentials,
    as: (accessKeyId: string) =>
      new S3Client({ endpoint, region: LOCAL.region, credentials: credentials(accessKeyId), maxAttempts: 1 }),
    /** Stops it, and keeps the folder. */
    stop,
    close: async () => {
      await stop();
      removeFolder(folder);
    },
  };
}
