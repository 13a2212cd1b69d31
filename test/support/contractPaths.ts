/** Every path of the contract with its methods, with valid identifiers as parameters. */
export const CONTRACT_PATHS: [string, string[]][] = [
  ['/v1/endpoint', ['POST']],
  ['/v1/endpoint/enp_1', ['GET', 'PUT', 'DELETE']],
  ['/v1/endpoint/enp_1/statistics', ['GET']],
  ['/v1/endpoints', ['GET']],
  ['/v1/statistics', ['GET']],
  ['/v1/f/enp_1', ['POST']],
  ['/v1/f/enp_1/challenge', ['GET']],
  ['/v1/f/enp_1/uploads', ['POST']],
  ['/v1/submission/enp_1/sub_1', ['GET', 'PUT', 'DELETE']],
  ['/v1/submission/enp_1/sub_1/deliveries', ['GET']],
  ['/v1/submission/enp_1/sub_1/file/fil_1', ['GET']],
  ['/v1/submissions/enp_1', ['GET', 'PUT']],
  ['/v1/submissions/enp_1/search', ['GET']],
  ['/v1/submissions/enp_1/delete', ['POST']],
  ['/v1/key', ['POST']],
  ['/v1/key/key_1', ['PUT', 'DELETE']],
  ['/v1/key/verify', ['POST']],
  ['/v1/keys', ['GET']],
  ['/v1/webhook', ['POST']],
  ['/v1/webhook/whk_1', ['GET', 'PUT', 'DELETE']],
  ['/v1/webhook/whk_1/test', ['POST']],
  ['/v1/webhook/whk_1/deliveries', ['GET']],
  ['/v1/webhook/whk_1/deliveries/replay', ['POST']],
  ['/v1/webhooks/enp_1', ['GET']],
  ['/v1/unsubscribe', ['GET', 'POST']],
];

/** The sorted values of a list header. */
export const listOf = (header: string | null): string[] => (header ?? '').split(/, */).sort();
