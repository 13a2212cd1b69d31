import { isId } from '../contract/ids.ts';

const SHAPE = /^off_([0-9A-HJKMNP-TV-Z]{42})_(\d{1,16})$/;

/** The id of the news that a webhook was switched off at a time, as the contract writes it. */
export const switchOffId = (webhookId: string, disabledAt: string): string =>
  `off_${webhookId.slice('whk_'.length)}_${Date.parse(`${disabledAt.replace(' ', 'T')}Z`)}`;

/** The webhook that such an id is about; undefined for an id of anything else. */
export function parseSwitchOffId(id: string): { webhookId: string; atMs: number } | undefined {
  const [, digits, at] = SHAPE.exec(id) ?? [];
  const webhookId = `whk_${digits}`;
  return at !== undefined && isId('webhook', webhookId) ? { webhookId, atMs: Number(at) } : undefined;
}
