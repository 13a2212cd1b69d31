/** Where the site of a local service takes the code of a sign-in link, as the body of a POST. */
export const SIGN_IN_PATHS = {
  /** Answers whom the code would sign in (`SignInOffer`), and leaves it unspent. */
  peek: '/sign-in/peek',
  /** Answers the key (`SignInKey`), once. */
  spend: '/sign-in/spend',
} as const;

/** The key that the code of a sign-in link stands for, without its secret. */
export interface SignInOffer {
  workspaceId: string;
  keyId: string;
}

export interface SignInKey {
  apiKey: string;
}
