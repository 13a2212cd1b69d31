import MiniSearch from 'minisearch';

// Inserted by the build: every section of every page.
const parts = PARTS;

const RESULTS_MAX = 12;
const EXCERPT_LENGTH = 140;

const index = new MiniSearch({
  fields: ['heading', 'page', 'text'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    // The last word may be incomplete, and long words may have a typing error.
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
});
index.addAll(parts.map((part, id) => ({ id, ...part })));

/** The number of sections that contain all words, and the best ones. */
export const search = (text) => {
  const found = index.search(text);
  const best = found.slice(0, RESULTS_MAX);
  return {
    count: found.length,
    results: best.map(({ id, terms }) => ({ ...parts[id], excerpt: excerptOf(parts[id].text, terms) })),
  };
};

/** The text around the first match. */
function excerptOf(text, terms) {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = Math.min(...places, text.length);
  const start = first === text.length || first < EXCERPT_LENGTH / 2 ? 0 : text.lastIndexOf(' ', first - 30) + 1;
  const isCut = start + EXCERPT_LENGTH < text.length;
  // One character more, to keep a last word that is whole.
  const excerpt = isCut ? text.slice(start, start + EXCERPT_LENGTH + 1).replace(/\s\S{0,30}$/, '') : text.slice(start);
  return `${start > 0 ? '… ' : ''}${excerpt}${isCut ? ' …' : ''}`;
}
