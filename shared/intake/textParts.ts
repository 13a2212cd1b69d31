/** Words of a part. A text of up to so many has one part. */
const PART_WORDS_MAX = 33;
/** A shorter part says too little. */
const PART_WORDS_MIN = 15;

/** A word as it stands in the text, with marks and invisible characters inside; a pair of letters where words have no blanks between. */
const WORD =
  /(?=([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]\p{Cf}*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]))[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]|[\p{L}\p{N}](?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc])[\p{L}\p{N}\p{M}\p{Cf}])*/gu;

/**
 * The words of a submission's values in at most six parts of 33: the start, the middle and the end of its longest value, and
 * the same of all others together. So no wanted text beside spam, and no invented words around it, hide all of it.
 */
export function partsOf(values: readonly string[]): string[][] {
  const longest = values.reduce(
    (index, value, other) => (value.length > (values[index] ?? '').length ? other : index),
    0,
  );
  const others = values.filter((_, index) => index !== longest).join('\n');
  const parts = [values[longest] ?? '', others].flatMap((text) => {
    const words = [...text.matchAll(WORD)].map(([word, pair]) => pair ?? word);
    return startMiddleEnd(words, Math.min(PART_WORDS_MAX, Math.max(PART_WORDS_MIN, Math.ceil(words.length / 3))));
  });
  return parts.filter((words) => words.length > 0);
}

/** At most `count` of the first, of the middle and of the last; parts overlap where there are fewer than three times as many. */
export function startMiddleEnd<T>(all: readonly T[], count: number): T[][] {
  const last = Math.max(0, all.length - count);
  const starts = new Set(last <= count ? [0, last] : [0, Math.floor(last / 2), last]);
  return [...starts].map((start) => all.slice(start, start + count));
}
