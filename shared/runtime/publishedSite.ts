import * as z from 'zod/mini';

/** Stand in the published files for the addresses of API and site, which only the deployment knows. */
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
    /** How the body holds what is not text. */
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
  /** Changes with the files, so that CloudFormation asks for a deployment. */
  filesHash: z.string(),
});
export type SiteDeploymentProperties = z.output<typeof SiteDeploymentProperties>;
