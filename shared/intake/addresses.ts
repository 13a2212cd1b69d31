/**
 * What the two parts of an address may consist of, a domain of up to 255 octets (RFC 5321). Quotes and signs that stand
 * around addresses in texts are left out.
 */
interface Alphabet {
  localPart: RegExp;
  domain: RegExp;
}

/** For addresses in ASCII, since letters of scripts without blanks may stand right beside one. */
const ASCII: Alphabet = { localPart: /[a-z0-9._+~-]/, domain: /[a-z0-9.-]{1,255}/y };
const UNICODE: Alphabet = {
  localPart: /[\p{L}\p{N}\p{M}._+~-]/u,
  domain: /[\p{L}\p{N}\p{M}.-]{1,255}/uy,
};

const alphabetOf = (address: string): Alphabet => (/^[ -~]*$/.test(address) ? ASCII : UNICODE);

/** Whether a folded text is nothing but an address, or nothing but `@domain`, as it would be found. */
export function isAddress(folded: string): boolean {
  const at = folded.indexOf('@');
  const alphabet = alphabetOf(folded);
  const domain = at < 0 ? '' : domainAt(folded, at, alphabet);
  return domain !== '' && `${localPartAt(folded, at, alphabet)}@${domain}` === folded;
}

/** Finds addresses, and for `@domain` all addresses of that domain and of its subdomains, in one pass over a text. */
export class Addresses {
  readonly #ranks = new Map<string, number>();
  /** Domains of addresses: only for these is it worth to look at what stands before the "@". */
  readonly #domains = new Set<string>();
  readonly #domainLengthMax: number;
  readonly #alphabets: Alphabet[];

  /** Takes folded addresses and `@domain`s with their ranks; of equal ones the first counts. */
  constructor(addresses: readonly { text: string; rank: number }[]) {
    for (const { text, rank } of addresses) {
      if (!this.#ranks.has(text)) this.#ranks.set(text, rank);
      this.#domains.add(text.slice(text.indexOf('@') + 1));
    }
    this.#domainLengthMax = Math.max(...[...this.#domains].map(({ length }) => length));
    this.#alphabets = [...new Set(addresses.map(({ text }) => alphabetOf(text)))];
  }

  /** The lowest rank of the addresses that are in a folded text, `Infinity` where none is. */
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

/** Without the full stop of a sentence. */
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
