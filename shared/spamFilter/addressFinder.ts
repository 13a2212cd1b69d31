/**
 * Characters of the two parts of an address, with a domain of up to 255 octets (RFC 5321). Excludes quotes and
 * punctuation that surround addresses in texts.
 */
interface Alphabet {
  localPart: RegExp;
  domain: RegExp;
}

/** For ASCII addresses, since scripts without spaces may place letters right next to one. */
const ASCII: Alphabet = { localPart: /[a-z0-9._+~-]/, domain: /[a-z0-9.-]{1,255}/y };
const UNICODE: Alphabet = { localPart: /[\p{L}\p{N}\p{M}._+~-]/u, domain: /[\p{L}\p{N}\p{M}.-]{1,255}/uy };

const alphabetOf = (address: string): Alphabet => (/^[ -~]*$/.test(address) ? ASCII : UNICODE);

/** True if a folded text is exactly an address or `@domain`. */
export function isAddress(folded: string): boolean {
  const at = folded.indexOf('@');
  const alphabet = alphabetOf(folded);
  const domain = at < 0 ? '' : domainAt(folded, at, alphabet);
  return domain !== '' && `${localPartAt(folded, at, alphabet)}@${domain}` === folded;
}

/** Finds addresses in one pass over a text; `@domain` matches all addresses of that domain and its subdomains. */
export class AddressFinder {
  readonly #ranks = new Map<string, number>();
  /** Only for these domains does the local part before the "@" need to be examined. */
  readonly #domains = new Set<string>();
  readonly #domainLengthMax: number;
  readonly #alphabets: Alphabet[];

  /** Takes folded addresses and `@domain`s with their ranks; the first of equal ones wins. */
  constructor(addresses: readonly { text: string; rank: number }[]) {
    for (const { text, rank } of addresses) {
      if (!this.#ranks.has(text)) this.#ranks.set(text, rank);
      this.#domains.add(text.slice(text.indexOf('@') + 1));
    }
    this.#domainLengthMax = Math.max(...[...this.#domains].map(({ length }) => length));
    this.#alphabets = [...new Set(addresses.map(({ text }) => alphabetOf(text)))];
  }

  /** The lowest rank of the addresses in a folded text, `Infinity` for none. */
  lowestRankIn(folded: string): number {
    return Math.min(...this.#alphabets.map((alphabet) => this.#lowestRank(folded, alphabet)));
  }

  #lowestRank(folded: string, alphabet: Alphabet): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (let at = folded.indexOf('@'); at >= 0; at = folded.indexOf('@', at + 1)) {
      const domain = domainAt(folded, at, alphabet);
      if (this.#domains.has(domain)) {
        lowest = Math.min(lowest, this.#rankOf(`${localPartAt(folded, at, alphabet)}@${domain}`));
      }
      let dot = domain.length;
      while (dot > 0 && domain.length - dot <= this.#domainLengthMax) {
        dot = domain.lastIndexOf('.', dot - 1);
        lowest = Math.min(lowest, this.#rankOf(`@${domain.slice(dot + 1)}`));
      }
    }
    return lowest;
  }

  #rankOf(address: string): number {
    return this.#ranks.get(address) ?? Number.POSITIVE_INFINITY;
  }
}

/** Without a sentence's trailing full stop. */
function domainAt(text: string, at: number, { domain }: Alphabet): string {
  domain.lastIndex = at + 1;
  const found = domain.exec(text)?.[0] ?? '';
  let end = found.length;
  while (end > 0 && '.-'.includes(found.charAt(end - 1))) end--;
  return found.slice(0, end);
}

function localPartAt(text: string, at: number, { localPart }: Alphabet): string {
  let start = at;
  while (start > 0 && localPart.test(text.charAt(start - 1))) start--;
  return text.slice(start, at);
}
