import { type Html, html } from '../html.ts';

/** A link in the contents. */
export interface Link {
  path: string;
  title: string;
  /** Shown after the title. */
  label?: Html;
}

export interface Group {
  title: string;
  links: readonly Link[];
}

/** The pages of a section, beside the page on wide screens and in a popover on narrow ones, without a script. */
export const contents = (
  name: string,
  groups: readonly Group[],
  current: string,
): Html => html`<nav id="contents" class="contents" aria-label="${name}" popover>
<button type="button" class="close-contents" popovertarget="contents" popovertargetaction="hide">Close</button>
${groups.map(
  ({ title, links }) => html`<h2>${title}</h2>
<ul>
${links.map((link) => html`<li>${linkTo(link, current)}</li>\n`)}</ul>
`,
)}</nav>`;

const linkTo = ({ path, title, label }: Link, current: string): Html =>
  html`<a href="${path}"${path === current ? html` aria-current="page"` : html``}><span>${title}</span>${label ?? html``}</a>`;
