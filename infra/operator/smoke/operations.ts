import { KEY_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { OperationId } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { Key } from '../../../shared/contract/schemas/key.ts';
import type { Submission, SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { demand, demandEqual } from './inspect.ts';
import { bodyOf, type World } from './world.ts';

/** Tries an operation, and looks at what it answers. */
type Step = (world: World) => Promise<undefined>;

/** What is submitted: every kind of JSON value, and text beyond ASCII. */
const DATA = { message: 'Grüße 👋', number: -1.5, list: ['a', null, true], nested: { empty: {} } };
const REDIRECT_URL = 'https://example.com/thanks';

/** A step for each operation, in the order in which they are tried; an operation without one is an error of types. */
export const OPERATION_STEPS: { [Id in OperationId]: Step } = {
  createEndpoint: async (world) => {
    const fields = { slug: world.marker, targetEmails: [], emailNotifications: false, redirectUrl: REDIRECT_URL };
    const endpoint = bodyOf<Endpoint>(await world.succeed('createEndpoint', {}, { json: fields }));
    world.keep('endpoint', endpoint);
    demandEqual('slug', endpoint.slug, world.marker);
  },
  retrieveEndpoint: async (world) => {
    const endpoint = world.get('endpoint');
    const answer = await world.succeed('retrieveEndpoint', { id: endpoint.id });
    demandEqual('the endpoint', answer.json, endpoint);
  },
  updateEndpoint: async (world) => {
    const { id } = world.get('endpoint');
    const endpoint = bodyOf<Endpoint>(await world.succeed('updateEndpoint', { id }, { json: { name: 'Smoke test' } }));
    demandEqual('name', endpoint.name, 'Smoke test');
    world.keep('endpoint', endpoint);
  },
  listEndpoints: async (world) => {
    const { json } = await world.succeed('listEndpoints', {}, { query: '?page=1&limit=1' });
    const { _metadata, endpoints } = json as { _metadata: { itemsPerPage: number }; endpoints: Endpoint[] };
    demandEqual('itemsPerPage and length', [_metadata?.itemsPerPage, endpoints?.length], [1, 1]);
  },
  createSubmission: async (world) => {
    const { id: endpointId } = world.get('endpoint');
    const request = { authorization: 'none', json: DATA };
    const submission = bodyOf<Submission>(await world.succeed('createSubmission', { endpointId }, request));
    demandEqual('endpointId', submission.endpointId, endpointId);
    demand(!('data' in submission), 'the answer has data');
    world.keep('submissionId', submission.id);
  },
  retrieveSubmission: async (world) => {
    const params = submissionOf(world);
    const submission = bodyOf<SubmissionWithData>(await world.succeed('retrieveSubmission', params));
    demandEqual('data', submission.data, DATA);
  },
  updateSubmission: async (world) => {
    const params = submissionOf(world);
    const { isRead, isSpam } = bodyOf<Submission>(
      await world.succeed('updateSubmission', params, { json: { isRead: true } }),
    );
    demandEqual('isRead and isSpam', [isRead, isSpam], [true, false]);
  },
  listSubmissions: async (world) => {
    const { endpointId, id } = submissionOf(world);
    const { json } = await world.succeed('listSubmissions', { endpointId }, { query: '?page=1' });
    const { submissions = [] } = json as { submissions?: SubmissionWithData[] };
    demandEqual(
      'the ids',
      submissions.map((submission) => submission.id),
      [id],
    );
  },
  createKey: async (world) => {
    const answer = await world.succeed('createKey', {}, { json: { name: world.marker, expiresAt: '1-day' } });
    const secret = answer.headers.get(KEY_SECRET_HEADER);
    demand(secret !== null, `there is no header ${KEY_SECRET_HEADER}`);
    demand(!answer.text.includes(secret), 'the body has the secret');
    world.keep('keyId', bodyOf<Key>(answer).id);
    world.keep('keySecret', secret);
  },
  updateKey: async (world) => {
    const id = world.get('keyId');
    const name = `${world.marker} again`;
    const key = bodyOf<Key>(await world.succeed('updateKey', { id }, { json: { name } }));
    demandEqual('name', key.name, name);
  },
  verifyKey: async (world) => {
    const [id, key] = [world.get('keyId'), world.get('keySecret')];
    const verified = bodyOf<Key>(await world.succeed('verifyKey', {}, { json: { key } }));
    demandEqual('id', verified.id, id);
  },
  listKeys: async (world) => {
    const { json } = await world.succeed('listKeys', {}, { authorization: `Bearer ${world.get('keySecret')}` });
    const { keys = [] } = json as { keys?: Key[] };
    demand(keys.length > 0, 'there is no key');
  },
  deleteSubmission: async (world) => {
    const params = submissionOf(world);
    await world.succeed('deleteSubmission', params);
    world.inspector.error(await world.ask('retrieveSubmission', params), 'NOT_FOUND');
  },
  deleteKey: async (world) => {
    const [id, secret] = [world.get('keyId'), world.get('keySecret')];
    await world.succeed('deleteKey', { id });
    const revoked = { authorization: `Bearer ${secret}` };
    world.inspector.error(await world.ask('listKeys', {}, revoked), 'UNAUTHORIZED');
  },
  deleteEndpoint: async (world) => {
    const { id } = world.get('endpoint');
    await world.succeed('deleteEndpoint', { id });
    world.inspector.error(await world.ask('createSubmission', { endpointId: id }, { json: DATA }), 'NOT_FOUND');
  },
};

const submissionOf = (world: World) => ({ endpointId: world.get('endpoint').id, id: world.get('submissionId') });
