import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { OBJECT_PREFIX, type ObjectKind } from '../../../shared/files/objectKeys.ts';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import type { ObjectPermission } from '../../access/access.ts';
import { acknowledge } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';

export interface SubmittedFilesProps {
  retainData: boolean;
  /** Whether what is stored is announced to the account's event bus, for a scanner. */
  isAnnounced: boolean;
}

/** The kinds of objects that expire by a rule; when they are gone, `UPLOADS_GONE_DAYS` says. */
const EXPIRING = (Object.keys(OBJECT_KINDS) as ObjectKind[]).filter(
  (kind) => OBJECT_KINDS[kind].removedWith === 'rule',
);

/**
 * The files of submissions, and those that were sent before their submissions. Only the latter expire by a rule: no rule
 * deletes a submission's files. Removed files can be brought back for as long as the table can. There is no access log: it would
 * be the one place with the IP addresses of everybody who sent or opened a file.
 */
export class SubmittedFiles extends Bucket {
  constructor(scope: Construct, id: string, { retainData, isAnnounced }: SubmittedFilesProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [
        ...EXPIRING.map((kind) => ({
          prefix: OBJECT_PREFIX[kind],
          expiration: Duration.days(RETENTION_DAYS.uploads),
          noncurrentVersionExpiration: Duration.days(RETENTION_DAYS.uploads),
        })),
        // Of two rules that reach a version, the one with fewer days counts.
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(RETENTION_DAYS.recovery),
          expiredObjectDeleteMarker: true,
        },
      ],
      // Forms are on any website; what they may send is signed.
      cors: [{ allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['*'], maxAge: 7_200 }],
      // After a failed first deployment the bucket is empty, and is removed.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    acknowledge(this, 'AwsSolutions-S1');
    if (!isAnnounced) return;
    // Of the resource itself, because the CDK's bucket would set it with a function of its own.
    (this.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }
}

/** What allows these actions on objects of one kind. */
export function objectStatements(bucket: IBucket, { actions, kind }: ObjectPermission): PolicyStatement[] {
  const pattern = `${OBJECT_PREFIX[kind]}*`;
  const onObjects = actions.filter((action) => action !== 'ListBucket');
  return [
    ...(onObjects.length > 0
      ? [
          new PolicyStatement({
            actions: onObjects.map((action) => `s3:${action}`),
            resources: [bucket.arnForObjects(pattern)],
          }),
        ]
      : []),
    ...(actions.includes('ListBucket')
      ? [
          new PolicyStatement({
            actions: ['s3:ListBucket'],
            resources: [bucket.bucketArn],
            conditions: { StringLike: { 's3:prefix': pattern } },
          }),
        ]
      : []),
  ];
}
