import { escapeHtml, Html } from './html.ts';

export type CodeLanguage = 'html' | 'js' | 'json' | 'sh';

/** What is coloured in each language; the name of the group is the class. Everything else stays as it is. */
const TOKENS: Record<CodeLanguage, RegExp> = {
  html: /(?<comment><!--[\s\S]*?-->)|(?<string>"[^"]*")|(?<name><\/?[\w-]+|<!doctype|\/?>)/g,
  js: /(?<comment>^\s*\/\/.*)|(?<string>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<name>\b(?:async|await|catch|const|export|finally|for|from|function|if|import|let|new|of|return|throw|try)\b|(?<=<\/?)[A-Za-z]\w*)/gm,
  json: /(?<name>"[^"\n]*"(?=:))|(?<string>"[^"\n]*")/g,
  sh: /(?<comment>^#.*)|(?<string>'[^']*'|"[^"]*")|(?<name>^(?:\w+=|\w+))/gm,
};

/** Code as markup with its comments, texts and names in colours; its text is the same as before. */
export function highlight(code: string, language: CodeLanguage): Html {
  let markup = '';
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(TOKENS[language])) {
    const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    markup += `${escapeHtml(code.slice(end, index))}<span class="${kind}">${escapeHtml(text)}</span>`;
    end = index + text.length;
  }
  return new Html(markup + escapeHtml(code.slice(end)));
}
