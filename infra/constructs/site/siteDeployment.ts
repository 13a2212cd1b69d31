import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import {
  API_URL_PLACEHOLDER,
  PUBLISHED_FILES_NAME,
  type PublishedFiles,
  SITE_URL_PLACEHOLDER,
  type SiteDeploymentProperties,
} from '../../../shared/runtime/publishedSite.ts';
import { renderSite, type SiteOptions, type SitePage } from '../../../site/pages.ts';
import { CACHE_CONTROL, fileOf, isImmutable } from '../../../site/staticFiles.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import { buildFolderOnceSync, sourcesHash } from '../../tools/buildFolder.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';

export interface SiteDeploymentProps {
  functions: ServiceFunctions;
  bucket: Bucket;
  distribution: Distribution;
  apiUrl: string;
  siteUrl: string;
  /** Options of the renderer. */
  options: Pick<SiteOptions, 'serviceName'>;
}

const TIMEOUT = Duration.minutes(5);

/**
 * Fills the bucket of the pages, assets before the pages that need them, and empties it when the stack is deleted. The
 * function's bundle contains the pages, which contain the API's URL.
 */
export class SiteDeployment extends Construct {
  constructor(scope: Construct, id: string, props: SiteDeploymentProps) {
    super(scope, id);
    const { functions, bucket, distribution, apiUrl, siteUrl } = props;
    const bundle = deployerBundle(props);
    const deployer = functions.add('deploySite', {
      timeout: TIMEOUT,
      // CloudFormation waits for a response to its URL, not for the function.
      isAsynchronous: true,
      bundle,
      statements: [
        new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
        new PolicyStatement({ actions: ['s3:PutObject', 's3:DeleteObject'], resources: [bucket.arnForObjects('*')] }),
        new PolicyStatement({ actions: ['cloudfront:CreateInvalidation'], resources: [distribution.distributionArn] }),
      ],
    });
    acknowledgeWildcard(
      deployer,
      bucket.arnForObjects('*'),
      'It writes the pages to this bucket, and removes outdated ones.',
    );
    const { bucketName } = bucket;
    const { distributionId } = distribution;
    const filesHash = createHash('sha256')
      .update(readFileSync(join(bundle, PUBLISHED_FILES_NAME)))
      .digest('hex');
    new CustomResource(this, 'Files', {
      resourceType: 'Custom::SiteFiles',
      serviceToken: deployer.function.functionArn,
      serviceTimeout: TIMEOUT,
      properties: { bucketName, distributionId, apiUrl, siteUrl, filesHash } satisfies SiteDeploymentProperties,
    });
  }
}

/** The function with the published files, cached by their sources: rendering takes a fifth of a synthesis. */
function deployerBundle({ functions, options }: SiteDeploymentProps): string {
  const name = createHash('sha256').update(sourcesHash()).update(JSON.stringify(options)).digest('hex');
  return buildFolderOnceSync({ kind: 'site', name }, (folder) => {
    const pages = renderSite({ ...options, apiUrl: API_URL_PLACEHOLDER, siteUrl: SITE_URL_PLACEHOLDER });
    const json = JSON.stringify(publishedFiles(pages));
    writeFileSync(join(folder, PUBLISHED_FILES_NAME), json);
    copyFileSync(join(functions.bundleOf('deploySite'), 'index.mjs'), join(folder, 'index.mjs'));
  });
}

function publishedFiles(pages: readonly SitePage[]): PublishedFiles {
  const [immutable, others] = [pages.filter(isImmutable), pages.filter((page) => !isImmutable(page))];
  return [...immutable, ...others].map((page) => ({
    key: fileOf(page),
    body: page.body,
    ...(page.encoding && { encoding: page.encoding }),
    contentType: page.contentType,
    cacheControl: isImmutable(page) ? CACHE_CONTROL.immutable : CACHE_CONTROL.page,
  }));
}
