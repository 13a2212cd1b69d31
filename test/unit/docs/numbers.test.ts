import { describe, expect, test } from '@jest/globals';
import * as limits from '../../../shared/contract/limits.ts';
import * as confirmationTiming from '../../../shared/deliveries/channels/confirmation/confirmationTiming.ts';
import * as mailTiming from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { MAIL_BYTES_MAX } from '../../../shared/deliveries/channels/mail/message/message.ts';
import * as webhookTiming from '../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import * as timing from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { PATTERN_STATES_MAX } from '../../../shared/fields/pattern/program.ts';
import { DOCUMENTS, readDocument } from '../../support/site/documents.ts';

const CONSTANTS: Record<string, unknown> = {
  ...timing,
  ...mailTiming,
  ...webhookTiming,
  ...confirmationTiming,
  ...limits,
  MAIL_BYTES_MAX,
  PATTERN_STATES_MAX,
};

/** Numbers that follow the name of a constant in code quotes. */
const named = DOCUMENTS.flatMap((page) =>
  [...readDocument(page).matchAll(/`([A-Z]+(?:_[A-Z]+)+)` ([\d,]+)\b/g)].map(([, name = '', value]) => ({
    page,
    name,
    value,
  })),
);

describe('constants in documents', () => {
  test('are found', () => expect(named.length).toBeGreaterThan(20));

  test.each(named)('have the value of the code: $page, $name $value', ({ name, value }) => {
    expect(value).toBe(Number(CONSTANTS[name]).toLocaleString('en'));
  });

  test('of deliveries exist', () => {
    const names = [...readDocument('docs/deliveries.md').matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(`${name}` in CONSTANTS))).toEqual([]);
  });
});
