/** A page or file of the site, with its path and Content-Type. */
export interface SitePage {
  path: string;
  contentType: string;
  body: string;
  /** Encoding of binary content in `body`. */
  encoding?: 'base64';
}

/** The bytes to serve. */
export const bytesOf = ({ body, encoding }: Pick<SitePage, 'body' | 'encoding'>): Buffer =>
  Buffer.from(body, encoding ?? 'utf8');
