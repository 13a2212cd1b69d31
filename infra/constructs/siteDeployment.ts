import { RemovalPolicy } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  type BucketDeploymentProps,
  CacheControl,
  type SourceConfig,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { CACHE_CONTROL, fileOf, IMMUTABLE_PREFIX, isImmutable } from '../../site/files.ts';
import type { SitePage } from '../../site/pages.ts';
import { sourcesOf } from './siteFiles.ts';

export interface SiteDeploymentProps {
  pages: readonly SitePage[];
  bucket: IBucket;
  distribution: Distribution;
}

/** Fills the bucket of the pages, assets before the pages that need them, and empties it when the stack goes. */
export class SiteDeployment extends Construct {
  readonly #bucket: IBucket;
  readonly #role: Role;
  readonly #logGroup: LogGroup;

  constructor(scope: Construct, id: string, { pages, bucket, distribution }: SiteDeploymentProps) {
    super(scope, id);
    this.#bucket = bucket;
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.#logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const assets = this.#sourcesOf(pages.filter(isImmutable));
    const others = this.#sourcesOf(pages.filter((page) => !isImmutable(page)));
    this.#grant([...assets, ...others], distribution);
    const before = this.#deploy('Assets', assets, {
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.immutable)],
      // Pages that a browser has open still refer to the last deployment's.
      prune: false,
    });
    const after = this.#deploy('Pages', others, {
      exclude: [`${IMMUTABLE_PREFIX.slice(1)}*`],
      cacheControl: [CacheControl.fromString(CACHE_CONTROL.page)],
      distribution,
      distributionPaths: ['/*'],
    });
    after.node.addDependency(before);
  }

  #sourcesOf(pages: readonly SitePage[]): SourceConfig[] {
    const files = pages.map((page) => [fileOf(page), page.body] as const);
    return sourcesOf(files).map((source) => source.bind(this, { handlerRole: this.#role.withoutPolicyUpdates() }));
  }

  /** What the deployment does, and no more: by itself the construct would allow itself to invalidate any distribution. */
  #grant(sources: SourceConfig[], { distributionArn }: Distribution): void {
    const allow = (actions: string[], resources: string[]) =>
      this.#role.addToPolicy(new PolicyStatement({ actions, resources }));
    // Of every asset, not of these: a right given only now takes a while to reach all of AWS.
    for (const { bucket } of sources.slice(0, 1)) allow(['s3:GetObject'], [bucket.arnForObjects('*')]);
    allow(['s3:ListBucket', 's3:GetBucketTagging'], [this.#bucket.bucketArn]);
    allow(['s3:PutObject', 's3:DeleteObject'], [this.#bucket.arnForObjects('*')]);
    allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], [distributionArn]);
    this.#logGroup.grantWrite(this.#role);
  }

  #deploy(id: string, sources: SourceConfig[], props: Partial<BucketDeploymentProps>): BucketDeployment {
    return new BucketDeployment(this, id, {
      ...props,
      sources: sources.map((source) => ({ bind: () => source })),
      destinationBucket: this.#bucket,
      retainOnDelete: false,
      role: this.#role.withoutPolicyUpdates(),
      logGroup: this.#logGroup,
    });
  }
}
