import { verifyKey } from '../../shared/contract/operations/keys.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { hashSecret, isWellFormedSecret, keyIdOf, sameHash } from '../../shared/storage/workspaces/keySecret.ts';
import { isUnexpired, keyNotFound, ownedKey } from '../../shared/storage/workspaces/keys.ts';
import { shownKey } from '../../shared/storage/workspaces/storedKey.ts';

export const createHandler = serve(verifyKey, async ({ body, authenticate }) => {
  const hash = isWellFormedSecret(body.key) ? hashSecret(body.key) : undefined;
  const { key } = await authenticate({ key: ownedKey(hash ? keyIdOf(hash) : body.key) });
  const matches = hash === undefined || sameHash(key.secretHash, hash);
  if (!matches || !isUnexpired(key, new Date())) throw keyNotFound();
  return shownKey(key);
});

export const handler = operationFromEnvironment(createHandler);
