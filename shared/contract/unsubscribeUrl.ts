/** The URL that mail programs call to unsubscribe (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/v1/unsubscribe';
export const unsubscribeApiUrl = (apiUrl: string, token: string): string =>
  `${apiUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
