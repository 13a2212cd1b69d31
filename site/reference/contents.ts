import { type Html, html } from '../html.ts';

/** A place in the reference: what it is called, and the path of an operation. */
export interface Entry {
  id: string;
  title: string;
  /** Stands before the title, where it is a label. */
  label?: Html;
  /** More words by which it is found. */
  path?: string;
  body: Html;
}

export interface Group {
  id: string;
  title: string;
  description?: string;
  entries: readonly Entry[];
}

/**
 * The way around: a search, which needs the script, and links to everything. It stands beside the text where there
 * is room, and elsewhere opens over it.
 */
export const contents = (
  groups: readonly Group[],
): Html => html`<nav id="contents" class="contents" aria-label="Reference" popover>
<button type="button" class="close-contents" popovertarget="contents" popovertargetaction="hide">Close</button>
<form class="find" role="search" hidden>
<label for="find">Find in the reference <kbd aria-hidden="true">/</kbd></label>
<input id="find" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-describedby="found">
<p id="found" role="status"></p>
<ul class="results"></ul>
</form>
<div class="groups">
${groups.map(
  ({ title, entries }) => html`<h2>${title}</h2>
<ul>
${entries.map((entry) => html`<li>${linkTo(entry)}</li>\n`)}</ul>
`,
)}</div>
</nav>`;

const linkTo = ({ id, title, label, path }: Entry): Html =>
  html`<a href="#${id}"${path === undefined ? html`` : html` data-path="${path}"`}><span>${title}</span>${label ?? html``}</a>`;
