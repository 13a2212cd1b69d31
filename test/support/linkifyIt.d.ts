declare module 'linkify-it' {
  interface Link {
    raw: string;
    url: string;
  }
  export default class LinkifyIt {
    constructor(options?: { fuzzyLink?: boolean; fuzzyEmail?: boolean; fuzzyIP?: boolean });
    tlds(list: string | string[], keepOld?: boolean): this;
    match(text: string): Link[] | null;
  }
}
