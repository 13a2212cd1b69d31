import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Marked } from 'marked';
import { decodeWords } from 'postal-mime';
import { WEBHOOK_FORMATS, type WebhookFormat } from '../../../../../shared/contract/webhookFormats.ts';
import { withoutMarkdown } from '../../../../../shared/messages/formats/escape.ts';
import { FORMATS } from '../../../../../shared/messages/formats/formats.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import { DASHBOARD_URL, eventWith } from '../../../../support/samples/formEvents.ts';
import { HOSTILE_TEXTS } from '../../../../support/samples/hostileSubmissions.ts';
import { unescapeHtml } from '../../../../support/unescapeHtml.ts';

type Event = Parameters<typeof eventWith>;

const write = (format: WebhookFormat, ...event: Event) => FORMATS[format].write(eventWith(...event));
const body = (format: WebhookFormat, ...event: Event) => JSON.parse(write(format, ...event).body);

const RUNS = IS_LONG ? 5_000 : 1_000;

const ADA = { email: 'ada@example.com', message: '<!channel> *Hello*\nthere' };

describe('slack', () => {
  test('has the fields as rich text, which Slack does not interpret, and an escaped fallback', () => {
    const { text, blocks } = body('slack', ADA);
    expect(text).toBe('New submission: Contact form\nEmail: ada@example.com\nMessage: &lt;!channel&gt; *Hello*\nthere');
    expect(blocks[0].text.text).toBe('New submission: Contact form');
    expect(
      blocks[1].elements.map(({ elements }: { elements: { text: string }[] }) => elements.map((each) => each.text)),
    ).toEqual([
      ['Email\n', 'ada@example.com'],
      ['Message\n', '<!channel> *Hello*\nthere'],
      ['Open it in the dashboard'],
    ]);
    expect(blocks[1].elements[2].elements[0]).toMatchObject({ type: 'link', url: DASHBOARD_URL });
  });

  test('says if the form had no fields, or is spam', () => {
    expect(JSON.stringify(body('slack', {}))).toContain('The form was sent without any fields.');
    expect(body('slack', {}, { isSpam: true }).text).toBe('Spam: Contact form');
  });

  test('names files by their fields', () => {
    const file = { id: 'fil_1', field: 'cv', name: 'Ada.pdf', type: 'application/pdf', bytes: 184_320 };
    const { text } = body('slack', {}, { files: [{ ...file, scan: 'clean' }] });
    expect(text).toContain('Cv (files): Ada.pdf (184 kB)');
  });
});

describe('discord', () => {
  test('mentions nobody, and links to the submission', () => {
    expect(body('discord', ADA)).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'New submission: Contact form',
          url: DASHBOARD_URL,
          fields: [
            { name: 'Email', value: 'ada@example.com' },
            { name: 'Message', value: '<\u200b!channel\\> \\*Hello\\*\nthere' },
          ],
        },
      ],
    });
  });
});

describe('telegram', () => {
  test('has plain text with bold names and without mentions', () => {
    const { text, entities } = body('telegram', { ...ADA, to: '@all and @ada, ada@example.com' });
    expect(text).toContain('\n\nTo\n@\u200ball and @\u200bada, ada@example.com\n\n');
    const shown = entities.map(({ offset, length }: { offset: number; length: number }) =>
      text.slice(offset, offset + length),
    );
    expect(shown).toEqual(['New submission: Contact form', 'Email', 'Message', 'To', 'Open it in the dashboard']);
    expect(entities.at(-1)).toMatchObject({ type: 'text_link', url: DASHBOARD_URL });
  });
});

describe('teams', () => {
  test('has a line of rich text for each line, and a button', () => {
    const { content } = body('teams', ADA).attachments[0];
    const lines = content.body.map(({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text);
    expect(lines).toEqual([
      'New submission: Contact form',
      'Email',
      'ada@example.com',
      'Message',
      '<!channel> *Hello*',
      'there',
    ]);
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open it in the dashboard', url: DASHBOARD_URL },
    ]);
  });
});

describe('googlechat', () => {
  test('escapes markup', () => {
    const [{ card }] = body('googlechat', ADA).cardsV2;
    expect(card.sections[0].widgets[1]).toEqual({
      textParagraph: { text: '<b>Message</b><br>&lt;!channel&gt; *Hello*<br>there' },
    });
  });
});

describe('ntfy', () => {
  test('has the title and the link in headers, and plain text', () => {
    expect(write('ntfy', ADA)).toEqual({
      body: 'Email: ada@example.com\nMessage: <!channel> *Hello*\nthere',
      contentType: 'text/plain; charset=utf-8',
      headers: { title: 'New submission: Contact form', click: DASHBOARD_URL },
    });
  });

  test.each(['Kontaktformular für Zoë 😀 مرحبا, and so on for quite a while', '=?UTF-8?B?eA==?='])(
    'encodes the title %p in words of at most 75 characters',
    (form) => {
      const { title = '' } = write('ntfy', {}, { form }).headers ?? {};
      expect(decodeWords(title)).toBe(`New submission: ${form}`);
      for (const word of title.split(' ')) expect(word.length).toBeLessThanOrEqual(75);
    },
  );
});

describe('sheets', () => {
  test('keeps numbers and booleans, joins lists, and writes nested values as JSON', () => {
    const data = { age: 42, agreed: true, topics: ['a', 'b'], nested: { a: [1] }, none: null, __proto__: undefined };
    const hostile = { ...data, ...JSON.parse('{"__proto__": "one"}') };
    expect(body('sheets', hostile)).toMatchObject({
      type: 'submission.created',
      id: 'sub_01JD0B6E1F7Q3W9KXN5T2RAH8D',
      submitted: '2026-11-24T08:30:00.000Z',
      form: 'Contact form',
      url: DASHBOARD_URL,
      fields: { age: 42, agreed: true, topics: 'a, b', nested: '{"a":[1]}', none: '' },
    });
  });
});

describe('fields', () => {
  const event = eventWith({ plz: '1010', phone_number: '1', more: { zipCode: '2' } });
  const labelled = {
    ...event,
    endpoint: { ...event.endpoint, fields: [{ name: 'plz', label: 'Postcode', type: 'text' as const }] },
  };
  const names = ['plz', 'phone_number', 'zipCode'];
  const labels = ['Postcode', 'Phone number', 'Zip code'];
  const shownBy = (format: WebhookFormat) => {
    const { body: text } = FORMATS[format].write(labelled, '{"all": "{{fields}}"}');
    return [...names, ...labels].filter((each) => text.includes(each));
  };

  test.each(WEBHOOK_FORMATS.filter((format) => FORMATS[format].preview))('have labels in %s', (format) => {
    expect(shownBy(format)).toEqual(labels);
  });

  test.each(['standard', 'sheets', 'template'] as const)('keep their names in %s', (format) => {
    expect(shownBy(format)).toEqual(names);
  });
});

describe('Markdown', () => {
  /** As Mattermost renders it: line breaks count, and URLs are links. */
  const marked = new Marked({ gfm: true, breaks: true });
  const shown = (html: string) =>
    unescapeHtml(
      html
        .replace(/<a href="[^"]*">([^<]*)<\/a>/g, '$1')
        .replace(/<\/p>\s*<p>/g, '\n\n')
        .replace(/<br>\n?/g, '\n')
        .replace(/^<p>|<\/p>\s*$/g, ''),
    );
  /** The HTML of an escaped text, which may only contain paragraphs, line breaks and links that show their URL. */
  const withoutMarkup = (text: string): string => {
    const html = marked.parse(withoutMarkdown(text), { async: false });
    expect(html).not.toMatch(/<(?!\/?p>|br>|a href="(?:https?|mailto):|\/a>)/i);
    return html;
  };
  const flat = (text: string) =>
    text
      .replaceAll('\u200b', '')
      .replace(/[\s\u2003]+/g, ' ')
      .trim();

  const piece = fc.constantFrom(
    ...['*', '_', '~', '`', '```', ...'| || < > [ ] ( ) # - + = === --- !'.split(' '), '\\'],
    ...[
      '\n',
      '\n\n',
      ' ',
      '    ',
      'a',
      'word',
      '1. ',
      '2) ',
      ':smile:',
      ' https://example.com/a_b-c ',
      '@all',
      '<b>',
      '| a | b |\n|---|---|',
    ],
  );

  test('shows text as typed, even if it looks like markup', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(flat(shown(withoutMarkup(text)))).toBe(flat(text));
      }),
      { numRuns: RUNS },
    );
  });

  test('has no markup left, also where a URL is part of a word', () => {
    const glued = fc.oneof(piece, fc.constantFrom('https://example.com/a_b_c', 'HTTP://x*y*', '(https://x_y_'));
    fc.assert(
      fc.property(fc.array(glued, { maxLength: 12 }), (pieces) => {
        withoutMarkup(pieces.join(''));
      }),
      { numRuns: RUNS },
    );
  });

  test.each(HOSTILE_TEXTS)('has no markup left in %p', (text) => {
    withoutMarkup(text.replace(/&/g, ''));
  });

  test.each([
    'https://example.com/a',
    'https://example.com/é',
    '*https://example.com',
    'www.example.com',
    'a@example.com',
  ])('has no link to a script right after %p', (address) => {
    for (const markup of ['<javascript:alert(1)>', '<img src=x onerror=alert(1)>', '[x](javascript:alert(1))'])
      withoutMarkup(address + markup);
  });

  test('keeps URLs whole', () => {
    expect(withoutMarkdown('see https://example.com/a_b_c?x=1 *now*')).toBe(
      'see https://example.com/a_b_c?x=1 \\*now\\*',
    );
    expect(withoutMarkdown('[x](https://evil.example)')).toBe('\\[x\\](https://evil.example)');
  });
});
