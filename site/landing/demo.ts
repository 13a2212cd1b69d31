/** The demo endpoint and mailbox of a local service. */
export interface Demo {
  endpointId: string;
  formAction: string;
  inboxUrl: string;
}
