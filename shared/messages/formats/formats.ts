import { DEFAULT_FORMAT, type WebhookFormat } from '../../contract/webhookFormats.ts';
import { discord } from './discord.ts';
import type { Format } from './format.ts';
import { googlechat } from './googlechat.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { sheets } from './sheets.ts';
import { slack } from './slack.ts';
import { standard } from './standard.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { template } from './template.ts';

export const FORMATS: Readonly<Record<WebhookFormat, Format>> = {
  standard,
  slack,
  discord,
  teams,
  googlechat,
  telegram,
  mattermost,
  ntfy,
  sheets,
  template,
};

/** A webhook's format, by default the standard one. */
export const formatOf = (format: WebhookFormat = DEFAULT_FORMAT): Format => FORMATS[format];
