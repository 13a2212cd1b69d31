import { readFileSync } from 'node:fs';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { DeleteObjectsCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import {
  API_URL_PLACEHOLDER,
  IMMUTABLE_PREFIX,
  PUBLISHED_FILES_NAME,
  PublishedFiles,
  SITE_URL_PLACEHOLDER,
  SiteDeploymentProperties,
} from '../shared/runtime/publishedSite.ts';

interface Dependencies {
  s3: S3Client;
  cloudFront: CloudFrontClient;
  /** Contents of the bucket, in publishing order. */
  readFiles: () => PublishedFiles;
}

/** A custom resource of the stack: the site's files in its bucket. CloudFormation waits for the response to its URL. */
export const createHandler = (dependencies: Dependencies) => async (event: CloudFormationCustomResourceEvent) => {
  const properties = SiteDeploymentProperties.parse(event.ResourceProperties);
  const ids = { RequestId: event.RequestId, StackId: event.StackId, LogicalResourceId: event.LogicalResourceId };
  const answer = { ...ids, PhysicalResourceId: properties.bucketName };
  try {
    if (event.RequestType === 'Delete') await removeAll(dependencies.s3, properties.bucketName, () => true);
    else await publish(dependencies, properties, event.RequestId);
    await respond(event.ResponseURL, { ...answer, Status: 'SUCCESS' });
  } catch (error) {
    log('error', 'the site could not be deployed', { request: event.RequestType }, error);
    await respond(event.ResponseURL, { ...answer, Status: 'FAILED', Reason: String(error) });
  }
};

export const handler = fromEnvironment([], () =>
  createHandler({ s3: new S3Client({}), cloudFront: new CloudFrontClient({}), readFiles: readBundledFiles }),
);

/** Uploads assets before the pages that need them. Keeps old assets for pages open in a browser. */
async function publish(
  { s3, cloudFront, readFiles }: Dependencies,
  { bucketName, distributionId, apiUrl, siteUrl }: SiteDeploymentProperties,
  requestId: string,
): Promise<void> {
  const files = readFiles();
  const withAddresses = (text: string): string =>
    text.replaceAll(API_URL_PLACEHOLDER, apiUrl).replaceAll(SITE_URL_PLACEHOLDER, siteUrl);
  for (const { key, body, encoding, contentType, cacheControl } of files) {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucketName,
        Key: key,
        Body: encoding ? Buffer.from(body, encoding) : withAddresses(body),
        ContentType: contentType,
        CacheControl: cacheControl,
      }),
    );
  }
  const published = new Set(files.map(({ key }) => key));
  await removeAll(s3, bucketName, (key) => !published.has(key) && !`/${key}`.startsWith(IMMUTABLE_PREFIX));
  const InvalidationBatch = { CallerReference: requestId, Paths: { Quantity: 1, Items: ['/*'] } };
  await cloudFront.send(new CreateInvalidationCommand({ DistributionId: distributionId, InvalidationBatch }));
}

const readBundledFiles = (): PublishedFiles =>
  PublishedFiles.parse(JSON.parse(readFileSync(new URL(PUBLISHED_FILES_NAME, import.meta.url), 'utf8')));

async function removeAll(s3: S3Client, bucketName: string, isChosen: (key: string) => boolean): Promise<void> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucketName })) {
    const chosen = Contents.map(({ Key = '' }) => Key).filter(isChosen);
    if (chosen.length === 0) continue;
    const Delete = { Objects: chosen.map((Key) => ({ Key })), Quiet: true };
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket: bucketName, Delete }));
    if (Errors.length > 0) throw new Error(`${Errors.length} files could not be removed: ${Errors[0]?.Message}`);
  }
}

async function respond(url: string, answer: CloudFormationCustomResourceResponse): Promise<void> {
  // Bytes, because text would add a content type, which the presigned URL does not allow.
  const response = await fetch(url, { method: 'PUT', body: Buffer.from(JSON.stringify(answer)) });
  if (!response.ok) throw new Error(`CloudFormation rejected the response: ${response.status}`);
}
