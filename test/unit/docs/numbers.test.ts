import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CODE_VALID_MS } from '../../../infra/local/signInCodes.ts';
import { SETTLE_MS } from '../../../infra/operator/erase/settleTime.ts';
import { FIELD_COLUMNS_MAX } from '../../../infra/operator/export/csv.ts';
import { REGIONS } from '../../../infra/regions.ts';
import * as limits from '../../../shared/contract/limits.ts';
import { WEBHOOK_FORMATS } from '../../../shared/contract/webhookFormats.ts';
import * as timing from '../../../shared/deliveries/timing.ts';
import { START_BYTES } from '../../../shared/files/fileKind.ts';
import { DIRECTORY_BYTES_MAX, ENTRIES_MAX } from '../../../shared/files/zipDirectory.ts';
import { FORMATS } from '../../../shared/messages/formats/formats.ts';
import { FILLED_BYTES_MAX } from '../../../shared/messages/formats/template.ts';
import { RESERVED_MS } from '../../../shared/storage/uploadClaims.ts';

const textOf = (page: string): string =>
  readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

const shown = (amount: number): string => amount.toLocaleString('en');
const MB = 1_000_000;
const minutes = (seconds: number): number => Math.ceil(seconds / 60);
/** How long the queues hide a message. */
const hiddenS = {
  mail: timing.visibilityTimeoutS(timing.MAIL_TIME_LIMIT_S),
  webhooks: timing.visibilityTimeoutS(timing.WEBHOOK_TIME_LIMIT_S),
};

test.each([
  ['README.md', `[${REGIONS.length} regions]`],
  ['README.md', `**Files** up to ${limits.FILE_BYTES_MAX / MB} MB`],
  ['docs/data.md', `at most ${FIELD_COLUMNS_MAX} such columns`],
  ['docs/data.md', `waits for ${SETTLE_MS / 1_000} seconds`],
  ['docs/files.md', `${limits.FILES_DEFAULT} files of at most ${limits.FILE_BYTES_DEFAULT / MB} MB each`],
  ['docs/files.md', `at most ${limits.FORM_BODY_BYTES_MAX / MB} MB in all`],
  ['docs/files.md', `For ${limits.UPLOAD_VALID_S / 60} minutes it accepts`],
  ['docs/files.md', `A file's name and first ${shown(START_BYTES)} bytes`],
  ['docs/files.md', `more than ${shown(ENTRIES_MAX)} entries or ${DIRECTORY_BYTES_MAX / MB} MB is rejected`],
  ['docs/files.md', `is cut to ${limits.FILE_NAME_BYTES_MAX} bytes`],
  ['docs/files.md', `reserve them for ${RESERVED_MS / 1_000} seconds`],
  ['docs/local.md', `within ${CODE_VALID_MS / 60_000} minutes`],
  ['docs/deploying.md', `up to ${minutes(hiddenS.mail)} minutes more, webhooks up to ${minutes(hiddenS.webhooks)}`],
  [
    'docs/deploying.md',
    `After ${minutes(timing.RECEIVES_MAX * hiddenS.mail)} minutes without a free one, and ${minutes(timing.RECEIVES_MAX * hiddenS.webhooks)} for webhooks`,
  ],
  ['docs/deliveries.md', `is retried up to ${minutes(hiddenS.webhooks)} minutes later`],
  ['docs/webhooks.md', `2xx, within ${timing.POST_TIMEOUT_MS / 1_000} seconds`],
  ['docs/webhooks.md', `For ${limits.WEBHOOK_PREVIOUS_SECRET_HOURS} hours after a rotation`],
  ['docs/webhooks.md', `limited to ${limits.HOPS_MAX} (\`HOPS_MAX\`)`],
  ['docs/webhooks.md', `the last ${limits.WEBHOOK_ATTEMPTS_KEPT_MAX} attempts`],
  ['docs/webhooks.md', `${FILLED_BYTES_MAX / 1_000} kB more than the template`],
  ['docs/webhooks.md', `JSON of at most ${shown(limits.TEMPLATE_BYTES_MAX)} bytes`],
  ['docs/webhooks.md', `At most ${limits.WEBHOOK_HEADERS_MAX}, stored with the secret`],
])('%s has the number of the code: %s', (page, sentence) => {
  expect(textOf(page)).toContain(sentence);
});

test.each(WEBHOOK_FORMATS)('docs/webhooks.md has the pace of %s', (name) => {
  const { paceMs } = FORMATS[name];
  const pace = paceMs === 0 ? '' : `${paceMs / 1_000} s `;
  expect(textOf('docs/webhooks.md')).toMatch(new RegExp(`\\| \`${name}\` \\|(?: [^|]+ \\|){3} ${pace}\\|`));
});
