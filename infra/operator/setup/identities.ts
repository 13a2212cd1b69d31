import {
  CreateEmailIdentityCommand,
  GetAccountCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityResponse,
} from '@aws-sdk/client-sesv2';
import { ifFound } from './ifFound.ts';
import type { Setup } from './setup.ts';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Identities that could send from an address: the address, its domain, and its parent domains. */
function candidatesFor(address: string): string[] {
  const labels = domainOf(address).split('.');
  return [address, ...labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))];
}

export interface Identity extends GetEmailIdentityResponse {
  name: string;
}

/** @returns undefined if SES does not have it */
export async function findIdentity({ clients }: Setup, name: string): Promise<Identity | undefined> {
  const identity = await ifFound(clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: name })));
  return identity && { name, ...identity };
}

/** The existing identities for an address, the most specific first. */
export async function identitiesFor(setup: Setup, address: string): Promise<Identity[]> {
  const found = await Promise.all(candidatesFor(address).map((name) => findIdentity(setup, name)));
  return found.filter((identity) => identity !== undefined);
}

export const createIdentity = ({ clients }: Setup, EmailIdentity: string) =>
  clients.ses.send(new CreateEmailIdentityCommand({ EmailIdentity }));

/** The account's SES status in this region. */
export const readMailAccount = ({ clients }: Setup) => clients.ses.send(new GetAccountCommand({}));
