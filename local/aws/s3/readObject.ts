import { type ObjectHead, versionHeader } from './objectHead.ts';
import type { ByteRange } from './objectStore.ts';
import { notFound, objectArn, requireAllowed, type S3Request, type S3Response } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { isMatch } from './writeObject.ts';

/** URL parameters that set response headers. */
export const RESPONSE_PARAMETERS = ['response-content-type', 'response-content-disposition'];

export function getObject(request: S3Request): S3Response {
  const { bucket, key, headers, query, caller } = request;
  requireAllowed(caller, { action: 's3:GetObject', resource: objectArn(bucket, key) });
  const head = bucket.objects.head(key);
  if (!head) throw notFound(caller, bucket, key);
  if (headers['if-match'] !== undefined && !isMatch(headers['if-match'], head)) throw new S3Error('PreconditionFailed');
  const range = rangeOf(headers.range, head);
  const { start, end } = range ?? { start: 0, end: head.size - 1 };
  const overrides = RESPONSE_PARAMETERS.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name.replace('response-', ''), value]];
  });
  return {
    status: range ? 206 : 200,
    headers: {
      ...head.headers,
      ...Object.fromEntries(overrides),
      ...versionHeader(head),
      ETag: `"${head.etag}"`,
      'Last-Modified': new Date(head.lastModified).toUTCString(),
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${head.size}` }),
    },
    body: bucket.objects.read(head, { start, end }),
  };
}

/** The requested range; undefined for the whole object or an unsupported header. */
function rangeOf(header: string | undefined, { size }: ObjectHead): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? [];
  if (from === undefined || Number(to) < Number(from)) return undefined;
  const start = Number(from);
  if (start >= size) throw new S3Error('InvalidRange', undefined, { RangeRequested: header, ActualObjectSize: size });
  return { start, end: Math.min(Number(to), size - 1) };
}
