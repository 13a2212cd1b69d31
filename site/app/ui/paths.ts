import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString();
  return search ? `${path}?${search}` : path;
};

/** The state of an inbox in its URL. */
export interface InboxQuery {
  tab?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The open submission. */
  id?: string | undefined;
}

/** The state of the webhooks page in its URL. */
export interface WebhooksQuery {
  /** The webhook whose deliveries are shown, filtered by state. */
  id?: string | undefined;
  state?: string | undefined;
}

/** What the audit log is limited to. */
export interface AuditQuery {
  actor?: string | undefined;
  object?: string | undefined;
}

/** The path of each view. */
export const PATHS = {
  start: DASHBOARD_PATH,
  keys: `${DASHBOARD_PATH}/keys`,
  members: `${DASHBOARD_PATH}/members`,
  workspaces: `${DASHBOARD_PATH}/workspaces`,
  account: `${DASHBOARD_PATH}/account`,
  audit: (query: AuditQuery = {}): string => withQuery(`${DASHBOARD_PATH}/audit`, { ...query }),
  newEndpoint: `${DASHBOARD_PATH}/new`,
  inbox: (endpointId: string, { tab, ...query }: InboxQuery = {}): string =>
    withQuery(`${DASHBOARD_PATH}/${endpointId}`, { tab: tab === 'inbox' ? undefined : tab, ...query }),
  overview: (endpointId: string, days?: number): string =>
    withQuery(`${DASHBOARD_PATH}/${endpointId}/overview`, { days: days === undefined ? undefined : String(days) }),
  pending: (endpointId: string): string => `${DASHBOARD_PATH}/${endpointId}/pending`,
  use: (endpointId: string): string => `${DASHBOARD_PATH}/${endpointId}/use`,
  fields: (endpointId: string): string => `${DASHBOARD_PATH}/${endpointId}/fields`,
  webhooks: (endpointId: string, query: WebhooksQuery = {}): string =>
    withQuery(`${DASHBOARD_PATH}/${endpointId}/webhooks`, { ...query }),
  settings: (endpointId: string): string => `${DASHBOARD_PATH}/${endpointId}/settings`,
};

/** Links that the dashboard handles itself: `DASHBOARD_PATH` and below. */
export const SCOPE = /^\/app(?:[/?#]|$)/;
