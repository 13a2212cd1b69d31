import LinkifyIt from 'linkify-it';

const PAYLOADS = [
  'https://evil.example/win',
  'http://evil.example',
  '//evil.example',
  'evil.example',
  'EVIL.COM',
  'www.evil.com',
  'evil.com/x?y=1',
  'bit.ly/3abc',
  't.me/evil',
  'mailto:me@evil.com',
  'me@evil.com',
  'me＠evil.com',
  '<a href="https://evil.com">win</a>',
  '[win](https://evil.com)',
  'http:\\\\evil.com',
  'http://1.2.3.4',
  '1.2.3.4',
  'пример.рф',
  '例え.jp',
  'xn--e1afmkfd.xn--p1ai',
  '+1 (555) 123-4567',
  '0800 123 4567',
  '٠٨٠٠١٢٣٤٥٦٧',
  '②③④⑤⑥⑦⑧',
  '1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
] as const;

/** Disguises that Unicode normalization or the reader undoes. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('.', '．'),
  (text) => text.replaceAll('.', '。'),
  (text) => text.replaceAll('.', '\u2024'),
  (text) => text.replaceAll('/', '／').replaceAll(':', '：'),
  (text) => [...text].join('\u200b'),
  (text) => text.replaceAll('.', '.\u00ad'),
  (text) => text.replaceAll('.', '.\u0301'),
  (text) => [...text].join('\u200d'),
  (text) => `\u202e${[...text].reverse().join('')}`,
  (text) => `Hello\n${text}`,
  (text) => text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  (text) => `You won! Go to ${text} now`,
];

export const SPAM_TEXTS: readonly string[] = PAYLOADS.flatMap((payload) =>
  DISGUISES.map((disguise) => disguise(payload)),
);

const linkify = new LinkifyIt({ fuzzyIP: true }).tlds(
  ['example', 'com', 'jp', 'ly', 'me', 'рф', 'xn--p1ai', 'de'],
  true,
);

/** The links and telephone numbers in a text as displayed. */
export function contactsIn(text: string): string[] {
  const looks = text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '')
    .replace(/[\u3002\u2024]/g, '.');
  const links = (linkify.match(looks) ?? []).map(({ raw }) => raw);
  const numbers = looks.match(/[\p{N}][\p{N}\s().+-]*[\p{N}]/gu) ?? [];
  return [...links, ...numbers.filter((run) => (run.match(/\p{N}/gu)?.length ?? 0) > 6)];
}
