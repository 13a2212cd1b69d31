import { Members } from '../../../../shared/storage/members/members.ts';
import { makeOwner } from '../../workspace/makeOwner.ts';
import { findService } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';
import { addressProblem, memberAddress } from '../textProblems.ts';
import { findUnverified } from './recipients.ts';

/** Somebody who signs in to the dashboard with codes by mail, and adds the other members. */
export const owner: Step = {
  name: 'owner',
  title: 'Owner of the workspace',
  find: async (setup): Promise<Finding> => {
    const service = await findService(setup);
    const { workspaceId, owner: address } = await setup.remembered();
    if (address === undefined) return askForOwner(setup);
    if (!service || !workspaceId) return blocked(`${address} cannot sign in yet.`, 'Deploy, and create the workspace.');
    const members = await new Members(service.table).list(workspaceId);
    const known = members.find((member) => member.address === address);
    if (known?.rights.role !== 'owner')
      return {
        state: 'todo',
        found: `${address} is not an owner of ${workspaceId}.`,
        plan: 'Make this address an owner, who signs in with codes by mail.',
        act: async () => ({ ownerId: await makeOwner(service.table, workspaceId, address) }),
      };
    const unverified = await findUnverified(
      setup,
      members.map((member) => member.address),
    );
    return unverified ?? done(`${address} signs in at ${service.siteUrl}/app.`);
  },
};

const askForOwner = (setup: Setup): Finding => ({
  state: 'todo',
  found: 'Nobody can sign in by mail: the dashboard asks for a key.',
  plan: 'Ask who owns the workspace (--owner).',
  isOptional: true,
  asks: true,
  act: async () => {
    const question = {
      message: 'Who signs in to the dashboard by mail, as the owner of the workspace?',
      option: '--owner',
      placeholder: 'you@example.com',
      problem: addressProblem,
    };
    await rememberOwner(setup, memberAddress(await setup.outside.questions.text(question)));
  },
});

/** The first owner may create workspaces in the dashboard, from the next deployment on. */
export async function rememberOwner(setup: Setup, address: string): Promise<void> {
  if (setup.choices.setting('workspaceOwners') === undefined) setup.choices.setSetting('workspaceOwners', address);
  await setup.remember({ owner: address });
}
