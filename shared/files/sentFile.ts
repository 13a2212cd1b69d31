/** A file of a form, as it was sent: nothing of it is checked. */
export interface SentFile {
  /** Name of the form's field. */
  field: string;
  name: string;
  /** The type that the sender gave it; empty if none. */
  type: string;
  content: Buffer<ArrayBuffer>;
}
