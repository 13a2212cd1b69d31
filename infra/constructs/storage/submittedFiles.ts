import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, type CfnBucket, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { OBJECT_PREFIX, type ObjectKind } from '../../../shared/files/objectKeys.ts';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import type { ObjectPermission } from '../../access/access.ts';
import { acknowledge } from '../../acknowledgements.ts';
import { RETENTION_DAYS } from '../../retention.ts';
import { PRIVATE_BUCKET } from './privateBucket.ts';

export interface SubmittedFilesProps {
  retainData: boolean;
  /** True to publish stored objects to the account's event bus, for a scanner. */
  isAnnounced: boolean;
}

/** The kinds of objects that expire; see `UPLOADS_GONE_DAYS` for when they are gone. */
const EXPIRING = (Object.keys(OBJECT_KINDS) as ObjectKind[]).filter(
  (kind) => OBJECT_KINDS[kind].removedWith === 'rule',
);

/**
 * The files of submissions, and uploads before submissions. Only uploads expire: no rule deletes a submission's files.
 * Removed files can be restored as long as the table. There is no access log: it would be the only place with the IP
 * addresses of people who sent or opened files.
 */
export class SubmittedFiles extends Bucket {
  constructor(scope: Construct, id: string, { retainData, isAnnounced }: SubmittedFilesProps) {
    super(scope, id, {
      ...PRIVATE_BUCKET,
      versioned: true,
      lifecycleRules: [
        ...EXPIRING.map((kind) => ({
          prefix: OBJECT_PREFIX[kind],
          expiration: Duration.days(RETENTION_DAYS.uploads),
          noncurrentVersionExpiration: Duration.days(RETENTION_DAYS.uploads),
        })),
        // If two rules match a version, the shorter period applies.
        {
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(RETENTION_DAYS.recovery),
          expiredObjectDeleteMarker: true,
        },
      ],
      // Forms may be on any website; the presigned URL limits what they may send.
      cors: [{ allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['*'], maxAge: 7_200 }],
      // After a failed first deployment the bucket is empty, and is removed.
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    acknowledge(this, 'AwsSolutions-S1');
    if (!isAnnounced) return;
    // Set on the low-level resource, because the CDK's bucket would add a function.
    (this.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }
}

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
