import { json, type Limits, messages } from './fit.ts';
import type { MessageContent } from './format.ts';

/** The JSON around one line of a value, in UTF-16 units. */
const LINE_LENGTH = 96;

/** The bytes of a text in UTF-16 as JSON; each line has its own JSON around it. */
const costOf = (text: string): number =>
  2 * (JSON.stringify(text).length + LINE_LENGTH * (text.split('\n').length - 1));

/**
 * Teams (learn.microsoft.com, "Create incoming webhooks": 28 KB). The service counts two bytes per character, as does
 * `costOf`. `totalMax` leaves room for the JSON around the fields.
 */
const LIMITS: Limits = {
  titleMax: 200,
  nameMax: 100,
  valueMax: 4_000,
  fieldsMax: 100,
  totalMax: 26_000,
  fieldCost: 600,
  costOf,
  escape: (text) => text.replaceAll('{{', '{\u200b{'),
};
/** learn.microsoft.com, "Create incoming webhooks": four requests a second. */
const PACE_MS = 250;

/** For URLs of Workflows ("When a Teams webhook request is received"); connectors are retired. */
export const teams = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS });

function messageOf({ title, text, fields, more, link }: MessageContent) {
  const remarks = [text, more].filter(Boolean).map((remark) => line(remark));
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            line(title, { weight: 'Bolder', size: 'Medium' }),
            ...fields.flatMap(({ name, value }) => [
              line(name, { weight: 'Bolder' }),
              ...value.split('\n').map((each) => ({ ...line(each), spacing: 'None' })),
            ]),
            ...remarks,
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
        },
      },
    ],
  };
}

/** Rich text has no Markdown, mentions or line breaks. */
const line = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: text === '' ? '\u00a0' : text, ...style }],
});
