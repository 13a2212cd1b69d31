export interface StandInIdentity {
  isVerified: boolean;
  mailFrom?: { domain: string; status: 'PENDING' | 'SUCCESS' };
}

export interface StandInRecord {
  name: string;
  type: string;
  value: string;
}

export interface StandInStack {
  name: string;
  status: string;
  /** CloudFormation's message about a failed resource. */
  failure?: string;
  /** Events of the rollback, newer than the failure. */
  eventsAfterFailure?: number;
  template: string;
  /** The table of its service, if it is a restored one. */
  table?: string;
  /** The settings that it records. */
  settings?: object;
  isProtected?: boolean;
}

export const newAccount = () => ({
  isSignedIn: true,
  mayUseCloudFront: true,
  bootstrapVersion: undefined as string | undefined,
  plan: 'ESSENTIALS',
  hasProductionAccess: false,
  isPaused: false,
  review: undefined as { Status: string; CaseId: string } | undefined,
  /** The text of the request for production access. */
  useCase: undefined as string | undefined,
  quota: { MaxSendRate: 1, Max24HourSend: 200, SentLast24Hours: 0 },
  identities: {} as Record<string, StandInIdentity>,
  zones: [] as { id: string; name: string; records: StandInRecord[] }[],
  stack: undefined as StandInStack | undefined,
  /** Stacks of other stages, whose resources are not simulated. */
  others: [] as StandInStack[],
  /** AWS still lists deleted ones for some time. */
  subscriptions: [] as { address: string; isConfirmed: boolean; isDeleted?: true }[],
  tables: {} as Record<string, { isProtected: boolean; isLeaving?: boolean }>,
  buckets: {} as Record<string, string[]>,
  /** The reserved concurrency of the form route's function. */
  reserved: undefined as number | undefined,
  /** Names of deleted stacks that left their data. */
  deleted: [] as string[],
});
export type Account = ReturnType<typeof newAccount>;

export const TABLE = 'Forms-Table';
export const BUCKETS = ['forms-files', 'forms-failed-records'];

/** Actions of people and AWS while setup waits: links are followed, DNS records found. */
export function passTime(account: Account): void {
  for (const identity of Object.values(account.identities)) {
    identity.isVerified = true;
    if (identity.mailFrom) identity.mailFrom.status = 'SUCCESS';
  }
  for (const subscription of account.subscriptions) subscription.isConfirmed ||= !subscription.isDeleted;
}
