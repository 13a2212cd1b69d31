import { withEntities } from './escape.ts';
import { json, type Limits, messages } from './fit.ts';
import type { MessageContent, ReceiverResponse, ResponseVerdict } from './format.ts';
import { judgeStatus } from './verdicts.ts';

/**
 * Slack (docs.slack.dev, "Header block": 150 characters; "Section block": 3,000, applied here to values, too). The
 * total is undocumented: Slack rejects about 13,000 characters of blocks (slackapi/bolt-js#2509).
 */
const LIMITS: Limits = { titleMax: 150, nameMax: 100, valueMax: 3_000, fieldsMax: 200, totalMax: 9_000, fieldCost: 10 };
/** Characters of the fallback text in notifications. */
const FALLBACK_LENGTH_MAX = 300;
/** docs.slack.dev, "Rate limits": posting messages, one per second. */
const PACE_MS = 1_000;
/** docs.slack.dev, "Sending messages using incoming webhooks", errors: the URL is no longer valid. */
const GONE = ['no_service', 'no_service_id', 'no_team', 'team_disabled', 'channel_not_found', 'channel_is_archived'];

export const slack = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS, judge });

/** Slack looks for no markup or mentions in rich text. */
function messageOf({ title, text, fields, more, link }: MessageContent) {
  const sections = fields.map(({ name, value }) =>
    section({ type: 'text', text: `${name}\n`, style: { bold: true } }, { type: 'text', text: value }),
  );
  const remarks = [text, more].filter(Boolean).map((remark) => section({ type: 'text', text: remark }));
  return {
    text: fallbackOf(title, fields),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      {
        type: 'rich_text',
        elements: [...sections, ...remarks, section({ type: 'link', url: link.url, text: link.text })],
      },
    ],
  };
}

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });

/** Slack looks for mentions and links in this text, so its special characters are escaped. */
function fallbackOf(title: string, fields: MessageContent['fields']): string {
  const all = [title, ...fields.map(({ name, value }) => `${name}: ${value}`)].join('\n');
  return withEntities(all.length <= FALLBACK_LENGTH_MAX ? all : `${all.slice(0, FALLBACK_LENGTH_MAX).toWellFormed()}…`);
}

function judge(response: ReceiverResponse): ResponseVerdict {
  const verdict = judgeStatus(response);
  return verdict.error && GONE.includes(response.body.trim()) ? { ...verdict, isGone: true } : verdict;
}
