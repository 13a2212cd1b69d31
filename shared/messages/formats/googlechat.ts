import { withEntities } from './escape.ts';
import { json, jsonBytes, type Limits, messages } from './fit.ts';
import type { MessageContent } from './format.ts';

/** Google Chat (developers.google.com, "Create messages": 32,000 bytes with cards; "Card": 100 widgets). */
const LIMITS: Limits = {
  titleMax: 200,
  nameMax: 100,
  valueMax: 4_000,
  fieldsMax: 90,
  totalMax: 28_000,
  fieldCost: 60,
  costOf: (text) => jsonBytes(withEntities(text).replaceAll('\n', '<br>')),
};
/** developers.google.com, "Usage limits": one request a second for a space. */
const PACE_MS = 1_000;

export const googlechat = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS });

const messageOf = ({ title, text, fields, more, link }: MessageContent) => ({
  // Without submitted text: markup in it could mention everyone.
  fallbackText: title,
  cardsV2: [
    {
      cardId: 'submission',
      card: {
        header: { title },
        sections: [
          {
            widgets: [
              ...fields.map(({ name, value }) => paragraph(`<b>${withEntities(name)}</b><br>${lines(value)}`)),
              ...[text, more].filter(Boolean).map(paragraph),
              { buttonList: { buttons: [{ text: link.text, onClick: { openLink: { url: link.url } } }] } },
            ],
          },
        ],
      },
    },
  ],
});

const paragraph = (text: string) => ({ textParagraph: { text } });

const lines = (text: string): string => withEntities(text).replaceAll('\n', '<br>');
