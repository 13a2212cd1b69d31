import { FILE_URL_VALID_S, UPLOAD_VALID_S } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { FILE_SCHEMAS } from '../schemas/filesDocs.ts';
import type { GroupDocs } from './documented.ts';
import type * as files from './files.ts';
import { byEndpointId, bySubmissionId, noQuery } from './partsDocs.ts';

export const FILES_DOCS: GroupDocs<typeof files> = {
  createUpload: {
    description: `Makes an address to which a script puts one file, before it sends the submission that names the upload’s \`id\` in \`_uploads\` (a list of ids, or one text with blanks between them). Takes no credential. The address takes exactly this file’s name, type and size, once, for ${UPLOAD_VALID_S / 60} minutes: a second request to it is refused with 412. An upload counts for one submission to its endpoint, within a day; one that no submission names is removed. What the endpoint does not take is refused: \`UNSUPPORTED_MEDIA_TYPE\` for the type, \`PAYLOAD_TOO_LARGE\` for the size.

Where the endpoint has a captcha, its answer comes first: send it as \`captcha\` with the first upload of a form. The answer brings a \`pass\`. Send that as \`captcha\` with the other uploads, and in the field of the captcha’s widget with the submission. A wrong answer is \`BAD_REQUEST\`. Beyond its share of the uploads of a minute, an endpoint answers \`TOO_MANY_REQUESTS\` with \`Retry-After\`.`,
    ...byEndpointId,
    ...noQuery,
    body: { clip: { summary: 'A video', value: FILE_SCHEMAS.UploadCreate.example } },
    response: { description: 'Where to send the file.', example: FILE_SCHEMAS.Upload.example },
  },
  retrieveFile: {
    description: `Leads to a file of a submission: 302 to an address that opens without a key for ${FILE_URL_VALID_S / 60} minutes, and answers the file as an attachment under its name. With \`Accept: application/json\` the answer is 200 with that address, for a page that goes there itself. A file that was found infected is not handed out: \`FORBIDDEN\`; an address from before opens it no more. One whose scan is \`pending\` or that is \`unscannable\` is handed out with \`unscanned=true\` alone.`,
    params: {
      ...bySubmissionId.params,
      fileId: { description: 'The file’s id, from the submission’s `files`.', example: EXAMPLE_IDS.file },
    },
    query: {
      unscanned: {
        description: 'With `true`, a file is handed out, too, that was not scanned yet or cannot be.',
        example: 'true',
        isLeftOut: true,
      },
    },
    response: { description: 'Where the file is.', example: FILE_SCHEMAS.FileAddress.example },
  },
};
