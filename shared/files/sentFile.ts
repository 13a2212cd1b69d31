export interface SentFile {
  field: string;
  name: string;
  /** The type declared by the sender; empty if none. */
  type: string;
  content: Buffer<ArrayBuffer>;
}
