import * as z from 'zod/mini';

/** Tokens of this service are shorter; the text is repeated in an address, so that it has no other characters. */
const TOKEN = /^[\w.-]{1,200}$/;

export const TokenQuery = z.object({
  token: z.string().check(z.regex(TOKEN, 'must be the token of a mail'), z.meta({ pattern: TOKEN.source })),
});

/** Where a person unsubscribes. */
export const UnsubscribePage = z.object({ url: z.string() });
export type UnsubscribePage = z.output<typeof UnsubscribePage>;
