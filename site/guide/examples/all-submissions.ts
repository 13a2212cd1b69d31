import { client } from './typed-client.ts';

/** All submissions of an endpoint, oldest first. */
export async function* allSubmissions(endpointId: string) {
  let cursor: string | undefined;
  do {
    const query = { order: 'oldest' as const, cursor };
    const { data, error } = await client.GET(
      '/v1/submissions/{endpointId}/search',
      { params: { path: { endpointId }, query } },
    );
    if (error) throw new Error(error.message);
    yield* data.submissions;
    cursor = data._metadata.done ? undefined : data._metadata.cursor;
  } while (cursor !== undefined);
}
