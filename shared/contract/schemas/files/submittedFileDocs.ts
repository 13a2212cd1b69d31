import {
  FILE_BYTES_MAX,
  FILE_FIELD_BYTES_MAX,
  FILE_NAME_BYTES_MAX,
  FILE_TYPES_MAX,
  FILE_URL_VALID_S,
  FILES_MAX,
  SENT_FILE_NAME_LENGTH_MAX,
  UPLOAD_VALID_S,
} from '../../limits.ts';
import { EXAMPLE_IDS, idField } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { FileSettings, ShownFileSettings, SubmittedFile } from './submittedFile.ts';
import { FileUrl, Upload, UploadCreate } from './uploads.ts';

const SETTINGS = {
  maxCount: `Files per submission: at most ${FILES_MAX}.`,
  maxBytes: `Bytes per file: at most ${FILE_BYTES_MAX / 1_000_000} MB.`,
  types: `The accepted types, such as \`application/pdf\`, patterns such as \`image/*\`, or endings of file names such as \`.step\`: at most ${FILE_TYPES_MAX}. Defaults to images, PDF, text and office documents. HTML, SVG, scripts, programs and documents with macros are always rejected.`,
};

const EXAMPLE_FILE: SubmittedFile = {
  id: EXAMPLE_IDS.file,
  field: 'cv',
  name: 'Ada Lovelace.pdf',
  type: 'application/pdf',
  bytes: 184_320,
  scan: 'not scanned',
};

export const FILE_SCHEMAS = {
  FileSettings: documented(FileSettings, {
    description: 'Which files a form may send.',
    fields: SETTINGS,
    example: { maxCount: 3, maxBytes: 5_000_000, types: ['image/*', 'application/pdf'] },
  }),
  ShownFileSettings: documented(ShownFileSettings, {
    description: 'Which files a form may send.',
    fields: SETTINGS,
    example: { maxCount: 3, maxBytes: 5_000_000, types: ['image/*', 'application/pdf'] },
  }),
  SubmittedFile: documented(SubmittedFile, {
    description: 'A file of a submission, which retrieve-file returns.',
    fields: {
      id: idField('file', 'Identifier within the submission.'),
      field: 'Name of the form field.',
      name: `The file’s name from the sender, without folders and control characters, at most ${FILE_NAME_BYTES_MAX} bytes in UTF-8. It is untrusted text.`,
      type: 'The type detected from the content; if none is detected, the type that the name or the browser indicates.',
      bytes: 'Size in bytes.',
      scan: 'Result of the malware scan: `clean`, `infected` or `unscannable`; `pending` until there is a result; `not scanned` if the service does not scan.',
    },
    example: EXAMPLE_FILE,
  }),
  UploadCreate: documented(UploadCreate, {
    description: 'A file to upload.',
    fields: {
      name: `The file’s name: at most ${SENT_FILE_NAME_LENGTH_MAX.toLocaleString('en')} characters.`,
      type: 'The type according to the browser; empty if unknown.',
      bytes: 'Size in bytes; the upload must have exactly this size.',
      field: `Name of the form field: at most ${FILE_FIELD_BYTES_MAX} bytes in UTF-8.`,
      captcha:
        'For endpoints with a captcha: the response of its widget, or the `pass` from an earlier upload of this form.',
    },
    example: { name: 'holiday.mp4', type: 'video/mp4', bytes: 60_000_000, field: 'clip' },
  }),
  Upload: documented(Upload, {
    description: 'Where a script puts a file: with `PUT`, all `headers`, and the file as the body. The URL works once.',
    fields: {
      id: idField('upload', 'Identifier, for the submission’s field `_uploads`.'),
      url: { description: 'The URL to put the file to.', format: 'uri' },
      headers:
        'The headers to send unchanged. Browsers and HTTP clients set `Content-Length` themselves; it must be the announced size.',
      expiresAt: `When the URL expires, \`YYYY-MM-DD HH:MM:SS.ffffff\` in UTC: after ${UPLOAD_VALID_S / 60} minutes.`,
      pass: 'Only for endpoints with a captcha: replaces its response in further uploads of the form, up to twice the number of files allowed, and once in the submission. Valid for an hour.',
    },
    example: {
      id: EXAMPLE_IDS.upload,
      url: `https://files.s3.eu-central-1.amazonaws.com/uploads/${EXAMPLE_IDS.endpoint}/${EXAMPLE_IDS.upload}?X-Amz-Signature=8f0a6bd5`,
      headers: {
        'Content-Type': 'video/mp4',
        'Content-Encoding': 'identity',
        'If-None-Match': '*',
        'x-amz-meta-name': 'holiday.mp4',
        'x-amz-meta-field': 'clip',
      },
      expiresAt: '2026-11-22 08:45:00.000000',
    },
  }),
  FileUrl: documented(FileUrl, {
    description: 'A file’s download URL, which needs no key and expires soon.',
    fields: {
      url: { description: 'The URL. It returns the file as an attachment.', format: 'uri' },
      expiresAt: `When the URL expires, \`YYYY-MM-DD HH:MM:SS.ffffff\` in UTC: after ${FILE_URL_VALID_S / 60} minutes.`,
    },
    example: {
      url: `https://files.s3.eu-central-1.amazonaws.com/files/${EXAMPLE_IDS.endpoint}/${EXAMPLE_IDS.submission}/${EXAMPLE_IDS.file}?X-Amz-Signature=8f0a6bd5`,
      expiresAt: '2026-11-22 08:35:00.000000',
    },
  }),
};
