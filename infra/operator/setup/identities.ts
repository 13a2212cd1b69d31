import {
  CreateEmailIdentityCommand,
  GetAccountCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityResponse,
  NotFoundException,
} from '@aws-sdk/client-sesv2';
import type { Setup } from './setup.ts';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Identities that may send from an address: the address, its domain, and the domains above that. */
function candidatesFor(address: string): string[] {
  const labels = domainOf(address).split('.');
  return [address, ...labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))];
}

/** An identity of SES with its name. */
export interface Identity extends GetEmailIdentityResponse {
  name: string;
}

/** @returns undefined when SES does not know it */
export async function findIdentity({ clients }: Setup, name: string): Promise<Identity | undefined> {
  try {
    const identity = await clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: name }));
    return { name, ...identity };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

/** The identities that exist for an address, the closest first. */
export async function identitiesFor(setup: Setup, address: string): Promise<Identity[]> {
  const found = await Promise.all(candidatesFor(address).map((name) => findIdentity(setup, name)));
  return found.filter((identity) => identity !== undefined);
}

export const createIdentity = ({ clients }: Setup, EmailIdentity: string) =>
  clients.ses.send(new CreateEmailIdentityCommand({ EmailIdentity }));

/** SES's view of the account in this region. */
export const readMailAccount = ({ clients }: Setup) => clients.ses.send(new GetAccountCommand({}));
