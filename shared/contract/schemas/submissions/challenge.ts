import * as z from 'zod/mini';

/** A challenge for ALTCHA's widget (ALTCHA, "Proof-of-Work v2"). */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
  }),
  signature: z.string(),
});
