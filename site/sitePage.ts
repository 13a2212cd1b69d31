/** Something that the site serves: `path` is the whole path of its address, `contentType` the header's value. */
export interface SitePage {
  path: string;
  contentType: string;
  body: string;
}
