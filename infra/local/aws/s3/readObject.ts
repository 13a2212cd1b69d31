import type { ObjectHead } from './objectHead.ts';
import type { ByteRange } from './objectStore.ts';
import { objectArn, requireAllowed, type S3Answer, type S3Request } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { objectIn, versionHeaders } from './versions.ts';
import { isMatch } from './writeObject.ts';

/** URL parameters that set response headers. */
const RESPONSE_PARAMETER =
  /^response-(content-type|content-language|expires|cache-control|content-disposition|content-encoding)$/;

export function getObject(request: S3Request, isHead = false): S3Answer {
  const { bucket, key, headers, query, caller } = request;
  const versionId = query.get('versionId');
  const action = versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  requireAllowed(caller, { action, resource: objectArn(bucket, key) });
  const head = objectIn(caller, bucket, { key, versionId });
  checkConditions(headers, head);
  const range = rangeOf(headers.range, head);
  const { start, end } = range ?? { start: 0, end: head.size - 1 };
  const overrides = [...query].flatMap(([name, value]): [string, string][] => {
    const [, header] = RESPONSE_PARAMETER.exec(name) ?? [];
    return header ? [[header, value]] : [];
  });
  return {
    status: range ? 206 : 200,
    headers: {
      ...head.headers,
      ...Object.fromEntries(overrides),
      ...versionHeaders(head),
      ETag: `"${head.etag}"`,
      'Last-Modified': new Date(head.lastModified).toUTCString(),
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${head.size}` }),
      ...(Object.keys(head.tags).length > 0 && { 'x-amz-tagging-count': String(Object.keys(head.tags).length) }),
    },
    ...(!isHead && { body: bucket.objects.read(head, { start, end }) }),
  };
}

function checkConditions({ 'if-match': match, 'if-none-match': noneMatch }: S3Request['headers'], head: ObjectHead) {
  if (match !== undefined && !isMatch(match, head)) throw new S3Error('PreconditionFailed');
  if (noneMatch !== undefined && isMatch(noneMatch, head)) throw new S3Error('NotModified');
}

/** The requested range; undefined for the whole object or an unsupported header. */
function rangeOf(header: string | undefined, { size }: ObjectHead): ByteRange | undefined {
  const [whole, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (whole === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && from !== '' && Number(to) < Number(from)) return undefined;
  if (start >= size) throw new S3Error('InvalidRange', undefined, { RangeRequested: header, ActualObjectSize: size });
  return { start, end };
}
