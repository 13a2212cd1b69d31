/** A service that the landing page lets people try: where its form posts to, and where the mail about it shows up. */
export interface Demo {
  formAction: string;
  inboxUrl: string;
}
