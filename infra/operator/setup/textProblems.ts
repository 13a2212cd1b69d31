import * as z from 'zod';
import { MemberAddress } from '../../../shared/contract/schemas/members/member.ts';

const Address = z.email();

export const addressProblem = (text: string): string | undefined =>
  Address.safeParse(text).success ? undefined : 'This is not an address such as you@example.com.';

/** As it is stored for a member. */
export const memberAddress = (text: string): string => MemberAddress.parse(text);

export const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** The problem with a list of addresses. */
export const addressesProblem = (text: string): string | undefined => {
  const addresses = addressesIn(text);
  if (addresses.length === 0) return 'Give at least one address.';
  const wrong = addresses.find((address) => addressProblem(address));
  return wrong && `"${wrong}" is not an address such as you@example.com.`;
};

/** The problem with the URL of a website. */
export const websiteProblem = (text: string): string | undefined =>
  /^https?:\/\/[^/\s]+\.[^/\s]+/i.test(text) ? undefined : 'This is not an address such as https://www.example.com.';
