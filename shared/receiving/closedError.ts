import type { ApiError } from '../contract/errors.ts';
import type { StoredEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { Headers } from './origin.ts';
import { disabled } from './requireReceiving.ts';

/** The error for a form that was sent to a closed endpoint. Loads the page for browsers if the owner has a text. */
export async function closedError(endpoint: StoredEndpoint, headers: Headers): Promise<ApiError> {
  const { name, closedText: text } = endpoint;
  if (text === undefined) return disabled(endpoint);
  const { ownTextPage } = await import('../fields/page/ownTextPage.ts');
  return disabled(endpoint, { document: () => ownTextPage('disabled', { name, text }, headers) });
}
