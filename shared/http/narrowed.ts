import { ApiError } from '../contract/errors.ts';
import { allowsGroup, type Narrowing } from '../contract/narrowing.ts';
import type { Operation } from '../contract/operations/define.ts';
import { endpointNotFound } from '../storage/endpoints/endpoints.ts';
import { endpointIdOfWebhook } from '../storage/webhooks/webhookKeys.ts';
import type { RequestState } from './middleware.ts';

/**
 * Rejects requests beyond a caller's narrowing, before any handler: by the operation's group and by the endpoint that the
 * request names. An endpoint outside the narrowing gets the same error whether or not it exists.
 * @param named the parsed path and body; undefined if they are invalid, which is the response then
 * @throws ApiError FORBIDDEN, or NOT_FOUND for an endpoint outside the narrowing
 */
export function requireWithinNarrowing(
  { group, summary, narrowed }: Operation,
  named: RequestState['named'],
  narrowing: Narrowing,
): void {
  const { allows, endpointIds } = narrowing;
  const request = `${summary[0]?.toLowerCase()}${summary.slice(1)}`;
  if (!allowsGroup(narrowing, group) && narrowed !== 'ofCaller')
    throw new ApiError('FORBIDDEN', `This key allows ${allows?.join(', ')}, but not ${group}: it cannot ${request}.`);
  if (!endpointIds || narrowed || !named) return;
  const endpointId = endpointIdIn(group, named);
  if (endpointId === undefined)
    throw new ApiError('FORBIDDEN', `This key is limited to some endpoints: it cannot ${request}.`);
  if (!endpointIds.includes(endpointId)) throw endpointNotFound();
}

/** The endpoint that a request names: by its id or a webhook's id in the path, or by its id in the body. */
function endpointIdIn(group: Operation['group'], { params, body }: NonNullable<RequestState['named']>) {
  const { id, endpointId } = (params ?? {}) as Named;
  if (endpointId !== undefined) return endpointId;
  if (id === undefined) return (body as Named | undefined)?.endpointId;
  if (group === 'endpoints') return id;
  return group === 'webhooks' ? endpointIdOfWebhook(id) : undefined;
}

interface Named {
  id?: string;
  endpointId?: string;
}
