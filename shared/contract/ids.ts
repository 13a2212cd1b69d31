export const ID_PREFIX = {
  endpoint: 'enp',
  submission: 'sub',
  key: 'key',
  workspace: 'ws',
  webhook: 'whk',
  upload: 'upl',
  file: 'fil',
  auditEntry: 'aud',
  member: 'mem',
  session: 'ses',
} as const;

/** The contract's pattern for identifiers in paths. */
export const ID_PATTERN = /^[a-zA-Z]+_[a-zA-Z0-9]+$/;

const SHAPES = {
  endpoint: /^enp_[0-9A-HJKMNP-TV-Z]{26}$/,
  submission: /^sub_[0-9A-HJKMNP-TV-Z]{26}$/,
  workspace: /^ws_[0-9A-HJKMNP-TV-Z]{26}$/,
  upload: /^upl_[0-9A-HJKMNP-TV-Z]{26}$/,
  file: /^fil_[0-9A-HJKMNP-TV-Z]{26}$/,
  auditEntry: /^aud_[0-9A-HJKMNP-TV-Z]{26}$/,
  member: /^mem_[0-9A-HJKMNP-TV-Z]{26}$/,
  key: /^key_[0-9A-Za-z]{22}$/,
  session: /^ses_[0-9A-Za-z]{22}$/,
  /** Starts with the digits of its endpoint's id. */
  webhook: /^whk_[0-9A-HJKMNP-TV-Z]{42}$/,
};

/** The ULID that a text is, in capitals; its time is in the first ten digits. */
export const ulidIn = (text: string): string | undefined =>
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text) ? text.toUpperCase() : undefined;

/** True if this service could have generated the identifier; others need not be looked up. */
export const isId = (kind: keyof typeof ID_PREFIX, id: unknown): id is string =>
  typeof id === 'string' && SHAPES[kind].test(id);

export const isAnyId = (id: unknown): id is string =>
  typeof id === 'string' && Object.values(SHAPES).some((shape) => shape.test(id));

/** The identifier for a log line; omits those that this service did not generate. */
export const loggedId = (kind: keyof typeof ID_PREFIX, id: string): string => (isId(kind, id) ? id : 'malformed');
