import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { parsedUrl } from '../../../../shared/contract/webAddress.ts';
import type { AuthenticationContext, S3Caller } from './authentication.ts';
import type { Bucket } from './bucket.ts';
import { dropRest, type IncomingForm, openForm } from './incomingForm.ts';
import type { Staged } from './objectStore.ts';
import { checkForm, type FormFields, type SizeRange } from './postPolicy.ts';
import { objectArn, requireAllowed, type S3Answer } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { aboutObject, checkKey, stage } from './writeObject.ts';
import { xmlDocument } from './xml.ts';

/** Is told who does what, and may refuse it. */
export type BeginCall = (caller: S3Caller, action: string, content: { Bucket: string; Key: string }) => void;

interface Post {
  incoming: IncomingMessage;
  bucket: Bucket;
  /** What is known of the time, for an object, and of callers. */
  contextFor: (key: string) => AuthenticationContext;
  begin: BeginCall;
}

/**
 * PostObject: the form of a page, with a signed policy. Its file goes to the disk chunk by chunk, and becomes an object once
 * the form has come to its end.
 */
export async function postObject({ incoming, bucket, contextFor, begin }: Post): Promise<S3Answer> {
  try {
    const form = await openForm(incoming);
    const key = (form.fields.get('key') ?? '').replace(/\$\{filename\}/g, () => form.fileName);
    const fields: FormFields = new Map([...form.fields, ['bucket', bucket.name], ['key', key]]);
    const { caller, sizes } = checkForm(fields, contextFor(key));
    begin(caller, 'PostObject', { Bucket: bucket.name, Key: key });
    checkKey(key);
    if (fields.has('tagging')) throw new S3Error('NotImplemented', 'The local S3 takes no tags with a form.');
    requireAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) });
    const staged = await stageForm(bucket, form, sizes);
    const head = await bucket.objects.commit(staged, aboutObject(key, Object.fromEntries(fields)));
    bucket.onCreated(head);
    const location = `http://${incoming.headers.host}/${bucket.name}/${encodeURIComponent(key)}`;
    return answerOf(fields, { Location: location, Bucket: bucket.name, Key: key, ETag: `"${head.etag}"` });
  } catch (error) {
    dropRest(incoming);
    throw error;
  }
}

/** Puts the file on the disk. Of one that is too large or too small, or of half a form, nothing is left. */
async function stageForm(
  bucket: Bucket,
  { bytes, ended }: IncomingForm,
  sizes: SizeRange | undefined,
): Promise<Staged> {
  const limited = withinSizes(sizes);
  bytes.once('error', (error) => limited.destroy(error));
  ended.catch((error) => limited.destroy(error));
  const staged = await stage(bucket, bytes.pipe(limited));
  try {
    await ended;
    return staged;
  } catch (error) {
    bucket.objects.discard(staged);
    throw error;
  }
}

/** Passes bytes on, and fails when there are too many or, at the end, too few. */
function withinSizes({ min, max }: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY }): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      const isTooMuch = size > max;
      done(
        isTooMuch ? new S3Error('EntityTooLarge', undefined, { ProposedSize: size, MaxSizeAllowed: max }) : null,
        chunk,
      );
    },
    flush(done) {
      const isTooLittle = size < min;
      done(isTooLittle ? new S3Error('EntityTooSmall', undefined, { ProposedSize: size, MinSizeAllowed: min }) : null);
    },
  });
}

interface Created {
  Location: string;
  Bucket: string;
  Key: string;
  ETag: string;
}

function answerOf(fields: FormFields, created: Created): S3Answer {
  const headers = { ETag: created.ETag, Location: created.Location };
  const url = parsedUrl(fields.get('success_action_redirect') ?? '');
  if (url !== undefined) {
    for (const [name, value] of Object.entries(created)) url.searchParams.set(name.toLowerCase(), value);
    url.searchParams.delete('location');
    return { status: 303, headers: { ...headers, Location: url.href } };
  }
  const status = fields.get('success_action_status');
  if (status === '201')
    return {
      status: 201,
      headers: { ...headers, 'Content-Type': 'application/xml' },
      body: xmlDocument('PostResponse', { ...created }),
    };
  return { status: status === '200' ? 200 : 204, headers };
}
