import { withAsciiDomain } from '../../../../shared/contract/emailAddress.ts';
import { EMAIL_LENGTH_MAX } from '../../../../shared/contract/limits.ts';
import { meantAddress } from '../../../../shared/messages/meantAddress.ts';
import { orderedDataOf, type StoredData } from '../../../../shared/storage/submissions/submittedData.ts';
import type { Item } from '../../../../shared/storage/table/table.ts';

/** The addresses of a submission: values of its own, and those within longer texts. */
export interface Addresses {
  sent: ReadonlySet<string>;
  mentioned: ReadonlySet<string>;
}

const AT = /[@\uff20\ufe6b]/;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
/** `Ada <ada@example.com>` */
const WITH_NAME = /^[^<>]*<([^<>]+)>$/;
const BETWEEN_ADDRESSES = /[,;\n\uff0c\u3001]/;
const BETWEEN_WORDS = /[\s,;:<>()[\]"\\\u3000-\u3002\uff08\uff09\uff0c\u2018-\u201f\u00ab\u00bb]+/;
/** Signs that an address may contain, or that may precede it in a URL, in quotes or in a marked text. */
const BEFORE = /[^a-z0-9.+_-]/i;
/** A domain at the beginning of a text, with and without characters beyond ASCII, since some languages use no blanks. */
const DOMAINS = [/^[a-z0-9]+(?:[.-][a-z0-9]+)*/i, /^[a-z0-9\u0080-\uffff]+(?:[.-][a-z0-9\u0080-\uffff]+)*/i];

/** An address in the one form for all of its spellings: case, width, blanks around it; undefined for any other text. */
export function addressOf(text: string): string | undefined {
  const meant = meantAddress(text);
  if (meant.length > EMAIL_LENGTH_MAX || !ADDRESS.test(meant)) return undefined;
  return withAsciiDomain(meant.normalize('NFC')).toLowerCase();
}

/** @throws SyntaxError when its data cannot be read */
export function addressesIn(item: Item): Addresses {
  const [sent, mentioned] = [new Set<string>(), new Set<string>()];
  const mention = (text: string) => {
    if (!AT.test(text)) return;
    for (const word of text.normalize('NFKC').split(BETWEEN_WORDS))
      for (const address of addressesWithin(word)) mentioned.add(address);
  };
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (AT.test(value)) for (const address of wholeAddresses(value)) sent.add(address);
      mention(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) {
        mention(name);
        visit(each);
      }
  };
  visit(orderedDataOf(item.data as StoredData).data);
  const files = Object.values((item.files ?? {}) as Record<string, { name?: unknown } | null>);
  for (const text of [item.mailSubject, ...files.map((file) => file?.name)])
    if (typeof text === 'string') mention(text);
  return { sent, mentioned };
}

/** The addresses that a text consists of, as a field for one or several of them sends it. */
function wholeAddresses(text: string): string[] {
  const whole = namedAddress(text);
  if (whole !== undefined) return [whole];
  const parts = text.split(BETWEEN_ADDRESSES).filter((part) => part.trim() !== '');
  const found = parts.flatMap((part) => namedAddress(part) ?? []);
  return found.length === parts.length ? found : [];
}

const namedAddress = (text: string): string | undefined => addressOf(WITH_NAME.exec(text.trim())?.[1] ?? text);

/** All addresses that a text without blanks may contain: `q=a/b@c.example` can mean `b@c.example` and `a/b@c.example`. */
function addressesWithin(word: string): string[] {
  const parts = word.split('@').map((part) => part.slice(-EMAIL_LENGTH_MAX));
  return parts.slice(1).flatMap((after, i) => {
    const domains = new Set(DOMAINS.flatMap((domain) => domain.exec(after)?.[0] ?? []));
    const before = parts[i] ?? '';
    const starts = [...before].flatMap((sign, at) => (BEFORE.test(sign) ? [at + 1] : []));
    const names = [0, before.search(/[^_]/), ...starts].map((start) => before.slice(Math.max(0, start)));
    return names.flatMap((name) => [...domains].flatMap((domain) => addressOf(`${name}@${domain}`) ?? []));
  });
}
