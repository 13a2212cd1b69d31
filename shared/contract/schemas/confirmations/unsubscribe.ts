import * as z from 'zod/mini';

/** Longer than this service's tokens; only characters that are safe in a URL. */
const TOKEN = /^[\w.-]{1,200}$/;

export const Token = z.string().check(z.regex(TOKEN, 'must be a token from a mail'), z.meta({ pattern: TOKEN.source }));

export const TokenQuery = z.object({ token: Token });

export const UnsubscribePage = z.object({ url: z.string() });
export type UnsubscribePage = z.output<typeof UnsubscribePage>;
