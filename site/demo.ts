/** The demo endpoint and mailbox of a local service. */
export interface Demo {
  formAction: string;
  inboxUrl: string;
}
