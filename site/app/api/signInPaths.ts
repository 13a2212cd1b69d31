/** Paths of a local service that take the code of a sign-in link as the body of a POST. */
export const SIGN_IN_PATHS = {
  /** Responds with `SignInOffer`; the code stays valid. */
  peek: '/sign-in/peek',
  /** Responds with `SignInKey`, once. */
  spend: '/sign-in/spend',
} as const;

/** The key behind a code, without its secret. */
export interface SignInOffer {
  workspaceId: string;
  keyId: string;
}

export interface SignInKey {
  apiKey: string;
}
