import { FILE_URL_VALID_S, UPLOAD_VALID_S } from '../limits.ts';
import type { GroupDocs } from './documented.ts';
import type * as files from './files.ts';

export const FILES_DOCS: GroupDocs<typeof files> = {
  createUpload: {
    description: `Creates a URL to which a script puts one file, before it sends the submission that names the upload’s \`id\` in \`_uploads\` (a list of ids, or a string of ids separated by spaces). Needs no credential. The URL accepts exactly this file’s name, type and size, once, for ${UPLOAD_VALID_S / 60} minutes: a second request to it is rejected with 412. An upload can be used in one submission to its endpoint, within a day; unused ones are removed. Unaccepted files are rejected: \`UNSUPPORTED_MEDIA_TYPE\` for the type, \`PAYLOAD_TOO_LARGE\` for the size.

If the endpoint has a captcha, it comes first: send its response as \`captcha\` with the first upload of a form. The result contains a \`pass\`. Send that as \`captcha\` with the other uploads, and in the field of the captcha’s widget with the submission. A wrong response is \`BAD_REQUEST\`. Beyond an endpoint’s share of uploads per minute, the response is \`TOO_MANY_REQUESTS\` with \`Retry-After\`.`,
    body: { clip: { summary: 'A video' } },
    response: 'The URL to send the file to.',
  },
  retrieveFile: {
    tool: {},
    description: `Redirects (302) to a file’s URL, which needs no key for ${FILE_URL_VALID_S / 60} minutes and returns the file as an attachment under its name. With \`Accept: application/json\` the response is 200 with that URL, for pages that navigate themselves. An infected file is \`FORBIDDEN\`, and its earlier URLs stop working. A file whose scan is \`pending\` or that is \`unscannable\` requires \`unscanned=true\`.`,
    query: {
      unscanned: {
        description: 'With `true`, also returns a file that is not scanned yet or cannot be scanned.',
        example: 'true',
        isLeftOut: true,
      },
    },
  },
};
