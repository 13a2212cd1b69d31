import type { WebhookFormat } from '../../../shared/contract/webhookFormats.ts';

/** A webhook format's name, the place to find its URL, and the form of the URL. */
interface FormatTexts {
  name: string;
  find: string;
  placeholder: string;
}

const FORMATS: Record<WebhookFormat, FormatTexts> = {
  slack: {
    name: 'Slack',
    find: 'In your Slack app: Incoming Webhooks, then Add New Webhook.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  discord: {
    name: 'Discord',
    find: 'In the channel’s settings: Integrations, Webhooks, Copy Webhook URL.',
    placeholder: 'https://discord.com/api/webhooks/…',
  },
  teams: {
    name: 'Microsoft Teams',
    find: 'In the channel’s menu: Workflows, then “Send webhook alerts to a channel”.',
    placeholder: 'https://….logic.azure.com/workflows/…',
  },
  googlechat: {
    name: 'Google Chat',
    find: 'In the space’s menu: Apps & integrations, Webhooks.',
    placeholder: 'https://chat.googleapis.com/v1/spaces/…',
  },
  telegram: {
    name: 'Telegram',
    find: 'Your bot’s sendMessage URL, with the chat at the end.',
    placeholder: 'https://api.telegram.org/bot…/sendMessage?chat_id=…',
  },
  mattermost: {
    name: 'Mattermost',
    find: 'In Integrations: Incoming Webhooks.',
    placeholder: 'https://chat.example.com/hooks/…',
  },
  ntfy: { name: 'ntfy', find: 'The URL of a topic that nobody can guess.', placeholder: 'https://ntfy.sh/…' },
  sheets: {
    name: 'Google Sheets',
    find: 'The URL of the guide’s script, deployed as a web app.',
    placeholder: 'https://script.google.com/macros/s/…/exec',
  },
  standard: { name: 'Signed JSON', find: 'An https URL on the public internet.', placeholder: 'https://' },
  template: { name: 'Your own JSON', find: 'The URL of an API or automation.', placeholder: 'https://' },
};

export const FORMAT_TEXTS = {
  formats: FORMATS,
  format: {
    legend: 'Send to',
    recognized: (name: string): string => `Recognized as ${name}.`,
    template: 'JSON',
    templateHint:
      'Placeholders: {{form}}, {{date}}, {{reference}}, {{event}}, {{submission.url}}, {{fields}}, {{field.NAME}}.',
    recipes: 'Start from',
    fill: (name: string): string => `Filled in for ${name}: replace the words in capitals.`,
    headers: 'Headers',
    headersHint: 'One per line, such as “Authorization: Bearer …”. Values are never shown again.',
    headersKept: (names: readonly string[]): string =>
      `Stored: ${names.join(', ')}. What you enter here replaces all of them; leave it empty to keep them. A URL of another host removes them.`,
    removeHeaders: 'Remove the stored headers',
    more: 'Events and headers',
    preview: 'Preview',
    previewOf: {
      newest: 'Made from the newest submission.',
      example: 'Made from an example: there is no submission yet.',
    },
    previewFailed: 'Not valid JSON yet.',
    body: 'Request body',
    added: (name: string): string => `${name} is connected. Send a test to see a message there.`,
  },
};
