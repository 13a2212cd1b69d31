/**
 * Runs in CloudFront on each request for the site: a page's address has no ending, its file in the bucket is the
 * `index.html` of a folder, as `fileOf` in site/files.ts lays it out.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const { request } = event;
  const path = request.uri.replace(/\/$/, '');
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  request.uri = isFile ? path : `${path}/index.html`;
  return request;
}
