/** Something that the site serves: `path` is the whole path of its address, `contentType` the header's value. */
export interface SitePage {
  path: string;
  contentType: string;
  body: string;
  /** How `body` holds what is not text. */
  encoding?: 'base64';
}

/** The bytes that are served. */
export const bytesOf = ({ body, encoding }: Pick<SitePage, 'body' | 'encoding'>): Buffer =>
  Buffer.from(body, encoding ?? 'utf8');
