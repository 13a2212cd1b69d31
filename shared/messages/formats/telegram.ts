import { withoutMentions } from './escape.ts';
import { json, type Limits, messages } from './fit.ts';
import type { MessageContent, ReceiverResponse, ResponseVerdict } from './format.ts';
import { judgeStatus, objectIn, wholeSeconds } from './verdicts.ts';

/** Telegram (core.telegram.org, "sendMessage": 4,096 characters; "MessageEntity": 100 of them in a message). */
const LIMITS: Limits = {
  titleMax: 200,
  nameMax: 100,
  valueMax: 3_000,
  fieldsMax: 90,
  totalMax: 4_000,
  fieldCost: 3,
  escape: withoutMentions,
};
/** core.telegram.org, "Bots FAQ": at most one message a second in one chat. */
const PACE_MS = 1_000;

/** For the URL of sendMessage, whose query names the chat: `?chat_id=…`. */
export const telegram = messages(LIMITS, (content) => json(messageOf(content)), { paceMs: PACE_MS, judge });

/** Plain text; bold parts and the link are marked by offsets in UTF-16 units. */
function messageOf({ title, text, fields, more, link }: MessageContent) {
  let shown = '';
  const entities: object[] = [];
  const add = (part: string, entity?: object) => {
    if (entity) entities.push({ ...entity, offset: shown.length, length: part.length });
    shown += part;
  };
  add(title, { type: 'bold' });
  for (const { name, value } of fields) {
    add('\n\n');
    add(name, { type: 'bold' });
    add(`\n${value}`);
  }
  for (const remark of [text, more].filter(Boolean)) add(`\n\n${remark}`);
  add('\n\n');
  add(link.text, { type: 'text_link', url: link.url });
  return { text: shown, entities, link_preview_options: { is_disabled: true } };
}

/** core.telegram.org, "Making requests": `ok` is the result, `parameters.retry_after` the wait. */
function judge(response: ReceiverResponse): ResponseVerdict {
  const { ok, parameters } = objectIn(response.body);
  const { error, ...verdict } = judgeStatus(response);
  if (!error && ok === true) return verdict;
  const { retry_after: retryAfter } = { ...(parameters as object) } as { retry_after?: unknown };
  return { error: error ?? 'answer', ...verdict, ...wholeSeconds(retryAfter) };
}
