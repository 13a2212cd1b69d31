import type { ErrorCode } from './errors.ts';

export const docsUrl = (siteUrl: string, code: ErrorCode): string => `${siteUrl}/errors/${code}`;

/** The dashboard. All paths below it are its views, served by the same page. */
export const DASHBOARD_PATH = '/app';

/** URL of an endpoint’s submissions in the dashboard, for people with a key. */
export const inboxUrl = (siteUrl: string, endpointId: string): string => `${siteUrl}${DASHBOARD_PATH}/${endpointId}`;

export const submissionUrl = (siteUrl: string, endpointId: string, submissionId: string): string =>
  `${inboxUrl(siteUrl, endpointId)}?id=${submissionId}`;

/** Pages that mails link to; they call the API with the token after the `#`. */
export const MAIL_PAGES_PATH = '/mail';
export const UNSUBSCRIBE_PAGE = `${MAIL_PAGES_PATH}/unsubscribe`;

/** In the links of a test instead of a token: their pages look the same, and their buttons do nothing. */
export const TEST_TOKEN = 'test';

export const unsubscribePageUrl = (siteUrl: string, token: string): string => `${siteUrl}${UNSUBSCRIBE_PAGE}#${token}`;

/** The page on which the sender of a form, whose name it shows, confirms a submission. */
export const CONFIRM_PAGE = `${MAIL_PAGES_PATH}/confirm`;
export const confirmPageUrl = (siteUrl: string, endpointId: string, token: string, form: string): string =>
  `${siteUrl}${CONFIRM_PAGE}#${endpointId}.${token}&${new URLSearchParams({ form })}`;
