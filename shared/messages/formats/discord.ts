import { withoutMarkdown } from './escape.ts';
import { json, type Limits, messages } from './fit.ts';
import type { MessageContent, ReceiverResponse, ResponseVerdict } from './format.ts';
import { judgeStatus, objectIn, wholeSeconds } from './verdicts.ts';

/** Discord (docs.discord.com, "Message resource", embed limits): characters, and 6,000 in all. */
const LIMITS: Limits = {
  titleMax: 256,
  nameMax: 256,
  valueMax: 1_024,
  fieldsMax: 25,
  totalMax: 6_000,
  fieldCost: 0,
  escape: withoutMarkdown,
};
/** Discord documents no rate and responds with 429 beyond it; its headers usually allow a webhook 5 in 2 seconds. */
const PACE_MS = 500;
/** docs.discord.com, "Opcodes and status codes": Unknown Webhook. */
const UNKNOWN_WEBHOOK = 10_015;

export const discord = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS, judge });

const messageOf = ({ title, text, fields, more, link }: MessageContent) => ({
  // Mentions in a form's text notify nobody.
  allowed_mentions: { parse: [] },
  embeds: [
    { title, url: link.url, ...(text && { description: text }), fields, ...(more && { footer: { text: more } }) },
  ],
});

function judge(response: ReceiverResponse): ResponseVerdict {
  const verdict = judgeStatus(response);
  if (!verdict.error) return verdict;
  const { code, retry_after: retryAfter } = objectIn(response.body);
  return { ...verdict, ...wholeSeconds(retryAfter), ...(code === UNKNOWN_WEBHOOK && { isGone: true }) };
}
