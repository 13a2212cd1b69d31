/** The path at which a local service accepts the code of a sign-in link as the body of a POST. Responds with `SignInKey`, once. */
export const SIGN_IN_PATH = '/sign-in';

export interface SignInKey {
  apiKey: string;
}
