import { join } from 'node:path';
import { Duration, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type ErrorResponse,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { DASHBOARD_PATH, MAIL_PAGES_PATH } from '../../../shared/contract/sitePages.ts';
import { NOT_FOUND_PATH } from '../../../site/errorPages/notFoundPage.ts';
import { acknowledge } from '../../acknowledgements.ts';
import type { HostName } from '../api/hostRecords.ts';
import { PRIVATE_BUCKET } from '../storage/privateBucket.ts';
import { SiteDeployment, type SiteDeploymentProps } from './siteDeployment.ts';
import { dashboardHeaders, pageHeaders } from './siteHeaders.ts';

export interface FormsSiteProps {
  domain?: HostName | undefined;
  accessLogs: IBucket;
}

/** The public pages: a private bucket behind CloudFront. */
export class FormsSite extends Construct {
  readonly distribution: Distribution;
  /** The origin of the pages. Nothing in this construct depends on the functions, which get this URL. */
  readonly url: string;
  readonly #bucket: Bucket;

  constructor(scope: Construct, id: string, { domain, accessLogs }: FormsSiteProps) {
    super(scope, id);
    this.#bucket = new Bucket(this, 'Bucket', {
      ...PRIVATE_BUCKET,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'site/',
      // Every deployment rewrites its whole content.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const behavior: BehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(this.#bucket, { originAccessControl: this.#accessControl() }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      functionAssociations: [{ function: this.#pageFile(), eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    // Pages that call the API.
    const calling = { ...behavior, responseHeadersPolicy: dashboardHeaders(this) };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Pages of the forms backend',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...behavior, responseHeadersPolicy: pageHeaders(this) },
      additionalBehaviors: {
        // `/app` and everything below; no other path starts with it.
        [`${DASHBOARD_PATH}*`]: calling,
        [`${MAIL_PAGES_PATH}/*`]: calling,
      },
      errorResponses: NOT_FOUND_RESPONSES,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    acknowledge(this.distribution, 'AwsSolutions-CFR1');
    acknowledge(this.distribution, 'AwsSolutions-CFR2');
    acknowledge(this.distribution, 'AwsSolutions-CFR3');
    if (!domain) acknowledge(this.distribution, 'AwsSolutions-CFR4');
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
  }

  /** Publishes the pages, which contain the API's URL. */
  deploy(props: Omit<SiteDeploymentProps, 'bucket' | 'distribution'>): void {
    new SiteDeployment(this, 'Deployment', { ...props, bucket: this.#bucket, distribution: this.distribution });
  }

  #accessControl(): S3OriginAccessControl {
    // Unique in an account across regions, with at most 64 characters; a region's name has at most 14.
    const name = `${Names.uniqueResourceName(this, { maxLength: 49 })}-${Stack.of(this).region}`;
    return new S3OriginAccessControl(this, 'AccessControl', { originAccessControlName: name });
  }

  #pageFile(): EdgeFunction {
    return new EdgeFunction(this, 'PageFile', {
      comment: 'Maps the path of a page to its file',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, 'pageFile.js') }),
    });
  }
}

/** To a reader that may not list the bucket, S3 responds with 403 for a missing object. */
const NOT_FOUND_RESPONSES: ErrorResponse[] = [403, 404].map((httpStatus) => ({
  httpStatus,
  responseHttpStatus: 404,
  responsePagePath: NOT_FOUND_PATH,
  ttl: Duration.minutes(1),
}));
