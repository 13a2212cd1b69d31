import * as z from 'zod/mini';
import { DISABLED_REASONS } from '../../contract/schemas/webhooks/webhook.ts';
import { inPartition, selectingNamed } from '../table/expressions.ts';
import type { TableAccess } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';
import { endpointIdOfWebhook, webhookKey } from './webhookKeys.ts';

const SwitchedOff = z.object({ id: z.string(), url: z.string(), disabledReason: z.enum(DISABLED_REASONS) });
export type SwitchedOff = z.output<typeof SwitchedOff>;

export const SWITCHED_OFF_ATTRIBUTES = /* @__PURE__ */ attributeNames(SwitchedOff);
const selectSwitchedOff = selectingNamed(SWITCHED_OFF_ATTRIBUTES);

/**
 * Webhooks that the service switched off and that are still off.
 * @param idPrefix prefix of their ids: all digits of one, or those shared by all of an endpoint
 */
export async function readSwitchedOff(table: Pick<TableAccess, 'query'>, idPrefix: string): Promise<SwitchedOff[]> {
  const key = webhookKey(endpointIdOfWebhook(idPrefix), idPrefix);
  // `url` is a reserved word in DynamoDB, and `get` supports no placeholders.
  const { Items = [] } = await table.query(selectSwitchedOff(inPartition(key.PK, key.SK)));
  const off = Items.filter(({ disabledReason }) => disabledReason !== undefined);
  return off.flatMap((item) => SwitchedOff.safeParse(item).data ?? []);
}
