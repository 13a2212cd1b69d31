import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from '../../../.build/client/contract.ts';
import { expectDocumented, operations } from '../../support/openApi.ts';
import { outputs } from '../../support/service.ts';

/** Operations and statuses seen so far, as `createKey 201`. */
export type Seen = Set<string>;

/** A client generated from the OpenAPI document; every response is validated against the document. */
export function newClient(seen: Seen, key?: string): Client<paths> {
  const client = createClient<paths>({
    baseUrl: outputs().apiUrl,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  });
  client.use(checkedAgainstDocument(seen));
  return client;
}

const checkedAgainstDocument = (seen: Seen): Middleware => ({
  async onResponse({ schemaPath, request, response }) {
    const found = Object.entries(operations).find(
      ([, { method, path }]) => path === schemaPath && method.toUpperCase() === request.method,
    );
    if (!found) throw new Error(`The document has no ${request.method} ${schemaPath}.`);
    const { status, headers } = response;
    const text = await response.clone().text();
    expectDocumented(found[0], { status, headers, text, json: text === '' ? undefined : JSON.parse(text) });
    seen.add(`${found[0]} ${status}`);
  },
});
