import * as z from 'zod/mini';
import { DISABLED_REASONS } from '../contract/schemas/webhook.ts';
import { inPartition, selectingNamed } from './expressions.ts';
import type { TableAccess } from './table.ts';
import { endpointIdOfWebhook, webhookKey } from './webhookKeys.ts';

const SwitchedOff = z.object({ id: z.string(), url: z.string(), disabledReason: z.enum(DISABLED_REASONS) });
export type SwitchedOff = z.output<typeof SwitchedOff>;

/** The attributes of a webhook that its mails name, and all that reading it takes. */
export const SWITCHED_OFF_ATTRIBUTES = Object.keys(SwitchedOff.shape);

/**
 * The webhooks that the service switched off and nobody switched on again.
 * @param idPrefix what their ids begin with: all digits of one, or those that all of an endpoint share
 */
export async function readSwitchedOff(table: Pick<TableAccess, 'query'>, idPrefix: string): Promise<SwitchedOff[]> {
  const key = webhookKey(endpointIdOfWebhook(idPrefix), idPrefix);
  // `url` is a word that DynamoDB reserves, and a read of one item has no names for such words here.
  const { Items = [] } = await table.query(selectingNamed(SWITCHED_OFF_ATTRIBUTES, inPartition(key.PK, key.SK)));
  return Items.filter(({ disabledReason }) => disabledReason !== undefined).map((item) => SwitchedOff.parse(item));
}
