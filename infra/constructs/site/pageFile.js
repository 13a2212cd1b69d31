/**
 * Runs in CloudFront on each request for the site. Maps a page's path, which has no extension, to `index.html` in a
 * folder, as `fileOf` in site/staticFiles.ts does. All views of the dashboard share one file, and `/` leads to it.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const { request } = event;
  const path = request.uri.replace(/\/$/, '');
  if (path === '') return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '/app' } } };
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  if (path === '/app' || path.startsWith('/app/')) request.uri = '/app/index.html';
  else request.uri = isFile ? path : `${path}/index.html`;
  return request;
}
