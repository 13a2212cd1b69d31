import { EndpointCreate } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { Endpoints } from '../../../../shared/storage/endpoints/endpoints.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { findService } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';

const NAME = 'Forms';

/** A workspace, with a key for signing in to the dashboard. */
export const workspace: Step = {
  name: 'workspace',
  title: 'Workspace and first key',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const service = await findService(setup);
    const { workspaceName = NAME, workspaceId: wanted } = setup.wishes;
    const { workspaceId } = await setup.remembered();
    if (service && workspaceId) {
      const found = await new Workspaces(service.table).find(workspaceId);
      if (found) return done(`${found.name} (${workspaceId}); sign in at ${service.siteUrl}/app.`);
      if (workspaceId === wanted) {
        return blocked(`There is no workspace ${wanted}.`, 'Pass the id of an existing one as --workspace.');
      }
    }
    return {
      state: 'todo',
      found: 'Setup has not created a workspace. To use one of yours, pass --workspace ws_….',
      plan: `Create the workspace "${workspaceName}" (--workspace-name) and its first key, which is shown only once.`,
      act: () => makeWorkspace(setup, workspaceName),
    };
  },
};

async function makeWorkspace(setup: Setup, name: string): Promise<Record<string, string>> {
  const { table, siteUrl } = await requireService(setup);
  const made = await new Workspaces(table).create(name);
  await setup.remember({ workspaceId: made.workspaceId, endpointId: undefined, testSubmissionId: undefined });
  return { ...made, signIn: `${siteUrl}/app` };
}

/** The endpoint of the first form. */
export const endpoint: Step = {
  name: 'endpoint',
  title: 'First endpoint',
  isGate: true,
  find: async (setup): Promise<Finding> => {
    const service = await findService(setup);
    const { workspaceId, endpointId, recipients } = await setup.remembered();
    if (service && endpointId) {
      const known = await new Endpoints(service.table).find(endpointId);
      // With --workspace, the remembered one may be another workspace's.
      if (known && known.workspaceId === workspaceId) {
        const lines = formFor(service.apiUrl, known.id);
        return { state: 'done', found: `${known.name}, for a form such as this one:`, lines };
      }
    }
    return {
      state: 'todo',
      found: 'Setup has not created an endpoint.',
      plan: `Use the oldest endpoint of the workspace, or create one that notifies ${recipients?.join(', ') ?? 'the recipients'}.`,
      act: () => findOrMakeEndpoint(setup, String(workspaceId), recipients ?? []),
    };
  },
};

async function findOrMakeEndpoint(
  setup: Setup,
  workspaceId: string,
  targetEmails: string[],
): Promise<Record<string, string>> {
  const endpoints = new Endpoints((await requireService(setup)).table);
  const [oldest] = (await endpoints.list({ workspaceId, narrowing: undefined }, { page: 1, limit: 1 })).items;
  const fields = EndpointCreate.parse({ slug: 'contact', name: 'Contact form', targetEmails });
  const { id } = oldest ?? (await endpoints.create(workspaceId, fields));
  await setup.remember({ endpointId: id, testSubmissionId: undefined });
  return { endpointId: id };
}

async function requireService(setup: Setup) {
  const service = await findService(setup);
  if (!service) throw new Error('The stack is not deployed.');
  return service;
}

/** A form that posts to an endpoint, to paste into a page. */
const formFor = (apiUrl: string, endpointId: string): string[] => [
  `<form method="post" action="${apiUrl}/v1/f/${endpointId}" accept-charset="utf-8">`,
  '  <label>Email <input type="email" name="email" required></label>',
  '  <label>Message <textarea name="message" required></textarea></label>',
  '  <button>Send</button>',
  '</form>',
];
