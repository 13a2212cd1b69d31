import { AdaptiveCard, SerializationContext, Versions } from 'adaptivecards';
import { decodeWords } from 'postal-mime';
import * as z from 'zod';
import type { WebhookFormat } from '../../../shared/contract/webhookFormats.ts';
import type { Written } from '../../../shared/messages/formats/format.ts';

/** Each service's documented limits of messages, stated independently of the code that writes them. */

const text = (max: number) => z.string().min(1).max(max);
const bytesOf = (body: string) => Buffer.byteLength(body);

/** docs.slack.dev: "Formatting message text", "Rich text block", "Header block", "Blocks". */
const SlackText = z.string().refine((shown) => !/[<>]|&(?!amp;|lt;|gt;)/.test(shown), 'has markup or a mention');
const SlackElement = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: text(3_000),
    style: z.optional(z.strictObject({ bold: z.boolean() })),
  }),
  z.strictObject({ type: z.literal('link'), text: text(100), url: z.url().max(3_000) }),
]);
const SlackMessage = z.strictObject({
  text: SlackText.max(4_000),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('header'),
          text: z.strictObject({ type: z.literal('plain_text'), text: text(150), emoji: z.literal(false) }),
        }),
        z.strictObject({
          type: z.literal('rich_text'),
          elements: z.array(
            z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(SlackElement).min(1) }),
          ),
        }),
      ]),
    )
    .max(50),
});

/** docs.discord.com: "Message resource" (embed limits, allowed mentions). */
const DiscordEmbed = z.strictObject({
  title: text(256),
  description: z.optional(text(4_096)),
  url: z.url(),
  fields: z.array(z.strictObject({ name: text(256), value: text(1_024) })).max(25),
  footer: z.optional(z.strictObject({ text: text(2_048) })),
});
const DiscordMessage = z.strictObject({
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
  embeds: z
    .array(DiscordEmbed)
    .length(1)
    .refine(([embed]) => embed !== undefined && embedLength(embed) <= 6_000, 'has more than 6,000 characters'),
});
const embedLength = ({ title, description = '', fields, footer }: z.output<typeof DiscordEmbed>) =>
  [title, description, footer?.text ?? '', ...fields.flatMap(({ name, value }) => [name, value])].join('').length;

/** learn.microsoft.com: "Create incoming webhooks" (28 KB); the card is judged by Microsoft's own reader of cards. */
const TeamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.looseObject({ type: z.literal('AdaptiveCard'), version: z.literal('1.4') }),
      }),
    )
    .length(1),
});

function checkCard(content: object): void {
  const context = new SerializationContext(Versions.v1_4);
  const card = new AdaptiveCard();
  card.parse(content, context);
  const events = Array.from({ length: context.eventCount }, (_, place) => context.getEventAt(place).message);
  const { validationEvents } = card.validateProperties();
  events.push(...validationEvents.map(({ message }) => message));
  if (events.length > 0) throw new Error(`The card is not valid: ${events.join('; ')}`);
}

/** developers.google.com/workspace/chat: "Message", "Card", "Format text in cards". */
const GoogleText = z.string().refine((shown) => !/<(?!\/?b>|br>)|&(?!amp;|lt;|gt;)/.test(shown), 'has markup');
const GoogleMessage = z.strictObject({
  fallbackText: text(4_096),
  cardsV2: z
    .array(
      z.strictObject({
        cardId: text(64),
        card: z.strictObject({
          header: z.strictObject({ title: text(200) }),
          sections: z
            .array(
              z.strictObject({
                widgets: z
                  .array(
                    z.union([
                      z.strictObject({ textParagraph: z.strictObject({ text: GoogleText.min(1) }) }),
                      z.strictObject({
                        buttonList: z.strictObject({
                          buttons: z
                            .array(
                              z.strictObject({
                                text: text(100),
                                onClick: z.strictObject({ openLink: z.strictObject({ url: z.url() }) }),
                              }),
                            )
                            .length(1),
                        }),
                      }),
                    ]),
                  )
                  .max(100),
              }),
            )
            .length(1),
        }),
      }),
    )
    .length(1),
});

/** core.telegram.org/bots/api: "sendMessage", "MessageEntity". A user name after @ would notify that user. */
const TelegramMessage = z.strictObject({
  text: text(4_096).refine((shown) => !/(?<![A-Za-z0-9_])@[A-Za-z0-9_]/.test(shown), 'mentions somebody'),
  entities: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('bold'), offset: z.int().min(0), length: z.int().min(1) }),
        z.strictObject({ type: z.literal('text_link'), offset: z.int().min(0), length: z.int().min(1), url: z.url() }),
      ]),
    )
    .max(100),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
});

/** docs.mattermost.com: "Message limits", "Mention people". */
const MattermostMessage = z.strictObject({
  text: text(16_383).refine((shown) => !/(?<![A-Za-z0-9_])@[A-Za-z0-9_]/.test(shown), 'mentions somebody'),
});

/** support.google.com: 50,000 characters in a cell. */
const SheetsRow = z.strictObject({
  type: z.string(),
  id: z.string(),
  submitted: z.iso.datetime(),
  form: z.string(),
  url: z.url(),
  fields: z.record(z.string(), z.union([z.string().max(50_000), z.number(), z.boolean()])),
});

const isWellFormedJson = (body: string) => !/\\u[dD][89a-fA-F]/.test(body) && JSON.parse(body) !== undefined;

const json = (schema: z.ZodType, bytesMax: number) => (written: Written) => {
  if (!isWellFormedJson(written.body)) throw new Error('The body has half of a character.');
  if (bytesOf(written.body) > bytesMax) throw new Error(`The body has ${bytesOf(written.body)} bytes.`);
  schema.parse(JSON.parse(written.body));
};

/** Throws unless a message meets its service's documentation. */
export const CHECKS: Record<Exclude<WebhookFormat, 'standard' | 'template'>, (written: Written) => void> = {
  // Slack rejects more than 13,000 characters (slackapi/bolt-js#2509), names and markup included.
  slack: (written) => {
    json(SlackMessage, 200_000)(written);
    const { blocks } = SlackMessage.parse(JSON.parse(written.body));
    const shown = blocks.flatMap((block) =>
      block.type === 'rich_text' ? block.elements.flatMap(({ elements }) => elements.map((each) => each.text)) : [],
    );
    if (shown.join('').length > 10_000) throw new Error('The blocks have too many characters.');
  },
  discord: json(DiscordMessage, 1_000_000),
  teams: (written) => {
    // Two bytes for each character, as Microsoft counts.
    if (2 * written.body.length > 28_000) throw new Error(`The body has ${2 * written.body.length} bytes.`);
    json(TeamsMessage, 28_000 * 2)(written);
    const { attachments } = TeamsMessage.parse(JSON.parse(written.body));
    checkCard(attachments[0]?.content ?? {});
  },
  googlechat: json(GoogleMessage, 32_000),
  telegram: (written) => {
    json(TelegramMessage, 100_000)(written);
    const { text: shown, entities } = TelegramMessage.parse(JSON.parse(written.body));
    for (const { offset, length } of entities) {
      if (offset + length > shown.length) throw new Error('An entity is beyond the text.');
    }
  },
  mattermost: json(MattermostMessage, 200_000),
  // docs.ntfy.sh, "Limitations": 4,096 bytes.
  ntfy: ({ body, headers = {} }) => {
    if (bytesOf(body) > 4_096) throw new Error(`The body has ${bytesOf(body)} bytes.`);
    const { title = '', click = '' } = headers;
    if (!/^[\x20-\x7e]+$/.test(title) || !decodeWords(title)) throw new Error('The title is no header.');
    z.url().parse(click);
  },
  sheets: json(SheetsRow, 1_000_000),
};
