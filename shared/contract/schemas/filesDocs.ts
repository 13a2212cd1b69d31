import { FILE_TYPES_DEFAULT } from '../choices.ts';
import {
  FILE_BYTES_DEFAULT,
  FILE_BYTES_MAX,
  FILE_FIELD_BYTES_MAX,
  FILE_NAME_BYTES_MAX,
  FILE_TYPES_MAX,
  FILE_URL_VALID_S,
  FILES_DEFAULT,
  FILES_MAX,
  SENT_FILE_NAME_LENGTH_MAX,
  UPLOAD_VALID_S,
} from '../limits.ts';
import { EXAMPLE_IDS, idField } from './commonDocs.ts';
import { documented } from './documented.ts';
import { FileSettings, ShownFileSettings, SubmittedFile } from './files.ts';
import { FileAddress, Upload, UploadCreate } from './uploads.ts';

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

const SETTINGS = {
  maxCount: {
    description: `How many files a submission may have: at most ${FILES_MAX}.`,
    default: FILES_DEFAULT,
  },
  maxBytes: {
    description: `How many bytes each may have: at most ${megabytes(FILE_BYTES_MAX)}.`,
    default: FILE_BYTES_DEFAULT,
  },
  types: {
    description: `The types that are taken, such as \`application/pdf\`, or the beginning of types and \`*\`, such as \`image/*\`: at most ${FILE_TYPES_MAX}. By default images, PDF, text and office documents. HTML, SVG, scripts, programs and documents with macros are refused whatever stands here.`,
    default: [...FILE_TYPES_DEFAULT],
  },
};

const withoutDefault = ({ description }: { description: string }): string => description;

const EXAMPLE_FILE: SubmittedFile = {
  id: EXAMPLE_IDS.file,
  field: 'cv',
  name: 'Ada Lovelace.pdf',
  type: 'application/pdf',
  bytes: 184_320,
  scan: 'not scanned',
};

export const FILE_SCHEMAS = {
  FileSettings: documented({
    schema: FileSettings,
    description: 'Which files a form may send.',
    fields: SETTINGS,
    example: { maxCount: 3, maxBytes: 5_000_000, types: ['image/*', 'application/pdf'] },
  }),
  ShownFileSettings: documented({
    schema: ShownFileSettings,
    description: 'Which files a form may send.',
    fields: {
      maxCount: withoutDefault(SETTINGS.maxCount),
      maxBytes: withoutDefault(SETTINGS.maxBytes),
      types: withoutDefault(SETTINGS.types),
    },
    example: { maxCount: 3, maxBytes: 5_000_000, types: ['image/*', 'application/pdf'] },
  }),
  SubmittedFile: documented({
    schema: SubmittedFile,
    description: 'A file of a submission. Retrieve-file hands it out.',
    fields: {
      id: idField('file', 'Identifier within the submission.'),
      field: 'Name of the form’s field that it was chosen in.',
      name: `Its name as the sender had it, without folders and control characters, at most ${FILE_NAME_BYTES_MAX} bytes in UTF-8. It is the sender’s text: show it as text.`,
      type: 'What it is by its content, as far as that tells; otherwise by its name, or as the browser said.',
      bytes: 'How large it is.',
      scan: 'Whether it was found harmless: `clean`, `infected` or `unscannable`; `pending` until that is known; `not scanned` where the service does not scan.',
    },
    example: EXAMPLE_FILE,
  }),
  UploadCreate: documented({
    schema: UploadCreate,
    description: 'A file that is to be sent.',
    fields: {
      name: `Its name: at most ${SENT_FILE_NAME_LENGTH_MAX.toLocaleString('en')} characters.`,
      type: { description: 'Its type as the browser tells it; empty if it tells none.', default: '' },
      bytes: 'How large it is: exactly as many bytes will be taken.',
      field: {
        description: `Name of the form’s field that it was chosen in: at most ${FILE_FIELD_BYTES_MAX} characters.`,
        default: 'file',
      },
      captcha:
        'Where the endpoint has a captcha: the answer of its widget, or the `pass` that an earlier upload of this form brought.',
    },
    example: { name: 'holiday.mp4', type: 'video/mp4', bytes: 60_000_000, field: 'clip' },
  }),
  Upload: documented({
    schema: Upload,
    description:
      'Where a script puts a file: with `PUT`, all `headers`, and the file as the body. The address works once.',
    fields: {
      id: idField('upload', 'Identifier. The submission names it in the field `_uploads`.'),
      url: { description: 'The address to put the file to.', format: 'uri' },
      headers:
        'The headers to send, as they are. Programs set `Content-Length` themselves; it must be the announced size.',
      expiresAt: `Until when the address takes the file, \`YYYY-MM-DD HH:MM:SS.ffffff\` in UTC: ${UPLOAD_VALID_S / 60} minutes.`,
      pass: 'Only where the endpoint has a captcha: counts as its answer for further uploads of the form, twice as many as it may have files, and once for the submission. Valid for an hour.',
    },
    example: {
      id: EXAMPLE_IDS.upload,
      url: `https://files.s3.eu-central-1.amazonaws.com/uploads/${EXAMPLE_IDS.endpoint}/${EXAMPLE_IDS.upload}?X-Amz-Signature=8f0a6bd5`,
      headers: {
        'Content-Type': 'video/mp4',
        'If-None-Match': '*',
        'x-amz-meta-name': 'holiday.mp4',
        'x-amz-meta-field': 'clip',
      },
      expiresAt: '2026-11-22 08:45:00.000000',
    },
  }),
  FileAddress: documented({
    schema: FileAddress,
    description: 'Where a file can be fetched, without a key, for a short time.',
    fields: {
      url: { description: 'The address. It answers the file as an attachment.', format: 'uri' },
      expiresAt: `Until when it opens, \`YYYY-MM-DD HH:MM:SS.ffffff\` in UTC: ${FILE_URL_VALID_S / 60} minutes.`,
    },
    example: {
      url: `https://files.s3.eu-central-1.amazonaws.com/files/${EXAMPLE_IDS.endpoint}/${EXAMPLE_IDS.submission}/${EXAMPLE_IDS.file}?X-Amz-Signature=8f0a6bd5`,
      expiresAt: '2026-11-22 08:35:00.000000',
    },
  }),
};
