import { verifyKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { hashSecret, isWellFormedSecret, keyIdOf, sameHash } from '../../shared/storage/keySecret.ts';
import { isAccepted, keyNotFound, shownKey } from '../../shared/storage/keys.ts';

export const createHandler = serve(verifyKey, async ({ body, caller }, { keys }) => {
  const hash = isWellFormedSecret(body.key) ? hashSecret(body.key) : undefined;
  const key = await keys.findOwned(hash ? keyIdOf(hash) : body.key, caller);
  const matches = hash === undefined || sameHash(key.secretHash, hash);
  if (!matches || !isAccepted(key, new Date())) throw keyNotFound();
  return shownKey(key);
});

export const handler = operationFromEnvironment(createHandler);
