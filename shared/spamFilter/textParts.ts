/** Words per part. A text of up to this length is one part. */
const PART_WORDS_MAX = 33;
/** Shorter parts say too little. */
const PART_WORDS_MIN = 15;

/**
 * A word as in the text, including combining marks and invisible characters; in scripts without spaces, a pair of
 * letters.
 */
const WORD =
  /(?=([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]\p{Cf}*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]))[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc]|[\p{L}\p{N}](?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc])[\p{L}\p{N}\p{M}\p{Cf}])*/gu;

/**
 * Splits a submission's values into at most six parts of 33 words: the start, middle and end of its longest value, and
 * of all others together. So spam cannot hide behind wanted or invented text.
 */
export function textPartsOf(values: readonly string[]): string[][] {
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

/** At most `count` items from each of the start, middle and end; these overlap in short lists. */
export function startMiddleEnd<T>(all: readonly T[], count: number): T[][] {
  const last = Math.max(0, all.length - count);
  const starts = new Set(last <= count ? [0, last] : [0, Math.floor(last / 2), last]);
  return [...starts].map((start) => all.slice(start, start + count));
}
