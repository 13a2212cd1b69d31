import { verifyKey } from '../../shared/contract/operations/keys.ts';
import { serve } from '../../shared/http/serve.ts';
import { hashSecret, isWellFormedSecret, keyIdOf, sameHash } from '../../shared/storage/keySecret.ts';
import { isAccepted, keyNotFound } from '../../shared/storage/keys.ts';

export const handler = serve(verifyKey, async ({ body, caller }, { keys }) => {
  const hash = isWellFormedSecret(body.key) ? hashSecret(body.key) : undefined;
  const [{ workspaceId }, key] = await Promise.all([caller, keys.find(hash ? keyIdOf(hash) : body.key)]);
  const matches = key?.workspaceId === workspaceId && (hash === undefined || sameHash(key.secretHash, hash));
  if (!matches || !isAccepted(key, new Date())) throw keyNotFound();
  return key;
});
