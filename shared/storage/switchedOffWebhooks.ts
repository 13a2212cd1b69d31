import * as z from 'zod/mini';
import { DISABLED_REASONS } from '../contract/schemas/webhook.ts';
import { inPartition, selectingNamed } from './expressions.ts';
import type { TableAccess } from './table.ts';
import { endpointIdOfWebhook, webhookKey } from './webhookKeys.ts';

const SwitchedOff = z.object({ url: z.string(), disabledReason: z.enum(DISABLED_REASONS) });
export type SwitchedOff = z.output<typeof SwitchedOff>;

/** What of a webhook its people are told of when the service switched it off, and all that reading it takes. */
export const SWITCHED_OFF_ATTRIBUTES = Object.keys(SwitchedOff.shape);

/** Why a webhook was switched off; undefined when it is gone, or somebody switched it on again. */
export async function readSwitchedOff(
  table: Pick<TableAccess, 'query'>,
  webhookId: string,
): Promise<SwitchedOff | undefined> {
  const key = webhookKey(endpointIdOfWebhook(webhookId), webhookId);
  // `url` is a word that DynamoDB reserves, and a read of one item has no names for such words here.
  const { Items = [] } = await table.query(selectingNamed(SWITCHED_OFF_ATTRIBUTES, inPartition(key.PK, key.SK)));
  const [item] = Items;
  return item?.disabledReason === undefined ? undefined : SwitchedOff.parse(item);
}
