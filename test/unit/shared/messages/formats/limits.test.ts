import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { WEBHOOK_FORMATS } from '../../../../../shared/contract/webhookFormats.ts';
import { FORMATS } from '../../../../../shared/messages/formats/formats.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import { eventWith } from '../../../../support/samples/formEvents.ts';
import { anyHostileSubmission, HOSTILE_TEXTS } from '../../../../support/samples/hostileSubmissions.ts';
import { CHECKS } from '../../../../support/services/documentedMessages.ts';

const SUBMISSIONS = IS_LONG ? 1_000 : 150;
const CHECKED = WEBHOOK_FORMATS.filter((format) => format !== 'standard' && format !== 'template');

describe.each(CHECKED)('%s', (format) => {
  const { write } = FORMATS[format];

  test(`writes ${SUBMISSIONS} random and hostile submissions within the service’s documented limits`, () => {
    fc.assert(
      fc.property(anyHostileSubmission, fc.constantFrom(...HOSTILE_TEXTS, 'Contact form'), (data, form) => {
        CHECKS[format](write(eventWith(data, { form: form || 'Form' })));
      }),
      { numRuns: SUBMISSIONS },
    );
  }, 120_000);

  test.each(['submission.created', 'submission.updated', 'submission.deleted', 'webhook.test'] as const)(
    'writes %s with a link to the dashboard',
    (type) => {
      const written = write(eventWith({}, { type }));
      CHECKS[format](written);
      expect(JSON.stringify(written)).toContain('https://forms.example/app/enp_');
    },
  );
});

describe.each(CHECKED.filter((format) => FORMATS[format].preview))('%s', (format) => {
  const { write, preview } = FORMATS[format];

  test('states how many fields it omits', () => {
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`field ${place}`, 'x'.repeat(200)]));
    const event = eventWith(data);
    const [, count = ''] = /and (\d+) more fields/.exec(write(event).body) ?? [];
    const shown = preview?.(event);
    expect(Number(count)).toBeGreaterThan(90);
    expect(shown?.fields).toHaveLength(200 - Number(count));
    expect(shown?.fields.map(({ name }) => name)).toEqual(Object.keys(data).slice(0, 200 - Number(count)));
  });

  test('shows an ordinary submission completely, in the order of the form', () => {
    const data = { zebra: 'first', apple: 'second\nline', agreed: true, topics: ['a', 'b'], none: '', age: 42 };
    expect(preview?.(eventWith(data))).toMatchObject({
      title: 'New submission: Contact form',
      fields: [
        { name: 'Zebra', value: 'first' },
        { name: 'Apple', value: 'second\nline' },
        { name: 'Agreed', value: 'yes' },
        { name: 'Topics', value: 'a\nb' },
        { name: 'None', value: '–' },
        { name: 'Age', value: '42' },
      ],
      more: '',
    });
  });
});
