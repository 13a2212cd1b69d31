import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { S3Error } from './s3Error.ts';

/** S3 takes no more than 20 kB of fields before the file. */
const FIELDS_BYTES_MAX = 20_000;

/** A form whose file is still to come. */
export interface IncomingForm {
  /** The fields before the file, by their names in lower case. */
  fields: Map<string, string>;
  fileName: string;
  bytes: Readable;
  /** Fails unless the form comes to its end. */
  ended: Promise<void>;
}

/**
 * Reads a form as far as its file.
 * @throws S3Error if it is none, or has no file
 */
export async function openForm(incoming: IncomingMessage): Promise<IncomingForm> {
  const parser = parserOf(incoming);
  const fields = new Map<string, string>();
  let fieldBytes = 0;
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown) => reject(Object.assign(new S3Error('MalformedPOSTRequest'), { cause }));
    parser.once('finish', resolve).once('error', fail);
    incoming.once('error', fail).once('close', () => incoming.complete || fail('The connection was closed.'));
  });
  const opened = new Promise<IncomingForm>((resolve, reject) => {
    parser.on('field', (name, value) => {
      fieldBytes += name.length + Buffer.byteLength(value);
      if (fieldBytes > FIELDS_BYTES_MAX) reject(new S3Error('MaxPostPreDataLengthExceeded'));
      fields.set(name.toLowerCase(), value);
    });
    parser.once('file', (_name, bytes, fileName) =>
      resolve({ fields: new Map(fields), fileName: fileName ?? '', bytes, ended }),
    );
    ended.then(
      () => reject(new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')),
      reject,
    );
  });
  incoming.pipe(parser);
  return opened;
}

/** As S3 has it, the field `file` is the file, and what comes after it does not count. */
function parserOf({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      isPartAFile: (name) => name?.toLowerCase() === 'file',
      limits: { files: 1, fieldSize: FIELDS_BYTES_MAX + 1 },
    });
  } catch (cause) {
    throw Object.assign(new S3Error('MalformedPOSTRequest'), { cause });
  }
}

/** Reads the rest of a request and forgets it, so that a browser gets to see the answer. */
export function dropRest(incoming: IncomingMessage): void {
  incoming.unpipe();
  incoming.resume();
}
