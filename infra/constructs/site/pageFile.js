/**
 * Runs in CloudFront on each request for the site: a page's address has no ending, its file in the bucket is the
 * `index.html` of a folder, as `fileOf` in site/files.ts lays it out. All views of the dashboard share one.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const { request } = event;
  const path = request.uri.replace(/\/$/, '');
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  if (path === '/app' || path.startsWith('/app/')) request.uri = '/app/index.html';
  else request.uri = isFile ? path : `${path}/index.html`;
  return request;
}
