/** People who may create workspaces in a cloud of tests, besides the demo's owner: for requests, and for the dashboard. */
export const WORKSPACE_OWNER = 'workspace-owner@example.com';
export const DASHBOARD_OWNER = 'dashboard-owner@example.com';
