import { withoutMarkdown, withoutMentions } from './escape.ts';
import { json, type Limits, messages } from './fit.ts';
import type { MessageContent } from './format.ts';

/** Mattermost (docs.mattermost.com, "Message limits": 16,383 characters). */
const LIMITS: Limits = {
  titleMax: 400,
  nameMax: 400,
  valueMax: 8_000,
  fieldsMax: 200,
  totalMax: 15_500,
  fieldCost: 8,
  escape: (text) => withoutMentions(withoutMarkdown(text)),
};
/** docs.mattermost.com, "Rate limiting": ten requests a second, if enabled. */
const PACE_MS = 100;

export const mattermost = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS });

const messageOf = ({ title, text, fields, more, link }: MessageContent) => ({
  text: [
    `**${title}**`,
    ...fields.map(({ name, value }) => `**${name}**\n${value}`),
    ...[text, more].filter(Boolean),
    `[${link.text}](${link.url})`,
  ].join('\n\n'),
});
