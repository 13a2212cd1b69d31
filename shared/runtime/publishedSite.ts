import * as z from 'zod/mini';

/** Placeholders for the URLs of API and site in the published files; only the deployment knows them. */
export const API_URL_PLACEHOLDER = 'https://api-url.invalid';
export const SITE_URL_PLACEHOLDER = 'https://site-url.invalid';

/** Files below this path have a content hash in their names and never change. */
export const IMMUTABLE_PREFIX = '/assets/';

/** List of the files to publish, in the bundle of deploySite. */
export const PUBLISHED_FILES_NAME = 'files.json';

export const PublishedFiles = z.array(
  z.object({
    key: z.string(),
    body: z.string(),
    /** Encoding of a body that is not text. */
    encoding: z.optional(z.literal('base64')),
    contentType: z.string(),
    cacheControl: z.string(),
  }),
);
export type PublishedFiles = z.output<typeof PublishedFiles>;

export const SiteDeploymentProperties = z.object({
  bucketName: z.string(),
  distributionId: z.string(),
  apiUrl: z.string(),
  siteUrl: z.string(),
  /** Changes with the files, so that CloudFormation triggers a deployment. */
  filesHash: z.string(),
});
export type SiteDeploymentProperties = z.output<typeof SiteDeploymentProperties>;
