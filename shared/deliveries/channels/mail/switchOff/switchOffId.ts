import { endpointIdOfWebhook } from '../../../../storage/webhooks/webhookKeys.ts';

const SHAPE = /^off_([0-9A-HJKMNP-TV-Z]{26}|[0-9A-HJKMNP-TV-Z]{42})_(\d{4})(\d{2})(\d{2})$/;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/**
 * The id of a mail about disabled webhooks: one for each webhook and day (UTC), and one for all webhooks created on
 * that day. An address gets a mail once per id, so an endpoint sends it at most `WEBHOOKS_PER_ENDPOINT_MAX` + 1 such
 * mails a day, however often its webhooks are created, switched on and deleted.
 */
export function switchOffId(id: string, { createdAt, disabledAt }: Record<'createdAt' | 'disabledAt', string>): string {
  const date = disabledAt.slice(0, DATE_LENGTH);
  const [, digits] = (createdAt.startsWith(date) ? endpointIdOfWebhook(id) : id).split('_');
  return `off_${digits}_${date.replaceAll('-', '')}`;
}

/** The prefix of the ids of the webhooks that such a mail is about; undefined for other ids. */
export function parseSwitchOffId(id: string): string | undefined {
  const [, digits] = SHAPE.exec(id) ?? [];
  return digits && `whk_${digits}`;
}

/** The day of such a mail, in milliseconds since 1970; undefined for other ids. */
export function switchOffTime(id: string): number | undefined {
  const [, , year, month, day] = SHAPE.exec(id) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
