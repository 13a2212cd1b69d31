/** What each kind of identifier starts with. */
export const ID_PREFIX = { endpoint: 'enp', submission: 'sub', key: 'key', workspace: 'ws', webhook: 'whk' } as const;

/** The contract's pattern for identifiers in paths. */
export const ID_PATTERN = /^[a-zA-Z]+_[a-zA-Z0-9]+$/;

/** Digits of ULIDs. */
const ofDigits = (prefix: string, length: number) => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{${length}}$`);

const SHAPES = {
  endpoint: ofDigits('enp', 26),
  submission: ofDigits('sub', 26),
  workspace: ofDigits('ws', 26),
  key: /^key_[0-9A-Za-z]{22}$/,
  /** Begins with the digits of its endpoint's id. */
  webhook: ofDigits('whk', 42),
};

/** Whether this service could have made the identifier. What it could not have made need not be looked up. */
export const isId = (kind: keyof typeof ID_PREFIX, id: string): boolean => SHAPES[kind].test(id);

/** The identifier as a log line may have it: what this service did not make is not repeated there. */
export const loggedId = (kind: keyof typeof ID_PREFIX, id: string): string => (isId(kind, id) ? id : 'malformed');
