/** Where in a phrase a text is. */
interface Place {
  next: Map<string, Place>;
  /** The place to go on from where no phrase goes on from here: that of the longest shorter end of the same words. */
  shorter: Place | undefined;
  /** The lowest rank of the phrases that end here. */
  rank: number;
}

const newPlace = (): Place => ({ next: new Map(), shorter: undefined, rank: Number.POSITIVE_INFINITY });

/**
 * Finds phrases of whole words in one pass: the time grows with the text and with the phrases, never with their product,
 * whatever they are (Aho and Corasick, "Efficient string matching", 1975, with words instead of characters).
 */
export class Phrases {
  readonly #start = newPlace();

  /** Takes the words of each phrase, and its rank. One without words is never found. */
  constructor(phrases: readonly { words: readonly string[]; rank: number }[]) {
    for (const { words, rank } of phrases) this.#add(words, rank);
    this.#connect();
  }

  /** The lowest rank of the phrases that are among the words, `Infinity` where none is. */
  lowestRankIn(words: readonly string[]): number {
    let place = this.#start;
    let lowest = Number.POSITIVE_INFINITY;
    for (const word of words) {
      place = this.#after(place, word);
      lowest = Math.min(lowest, place.rank);
    }
    return lowest;
  }

  #add(words: readonly string[], rank: number): void {
    if (words.length === 0) return;
    let place = this.#start;
    for (const word of words) {
      const next = place.next.get(word) ?? newPlace();
      place.next.set(word, next);
      place = next;
    }
    place.rank = Math.min(place.rank, rank);
  }

  /** Place by place, the shorter first, since each one's shorter end has to be known before. */
  #connect(): void {
    const places = [this.#start];
    for (const place of places) {
      for (const [word, next] of place.next) {
        next.shorter = place.shorter === undefined ? this.#start : this.#after(place.shorter, word);
        next.rank = Math.min(next.rank, next.shorter.rank);
        places.push(next);
      }
    }
  }

  #after(from: Place, word: string): Place {
    for (let place: Place | undefined = from; place !== undefined; place = place.shorter) {
      const next = place.next.get(word);
      if (next !== undefined) return next;
    }
    return this.#start;
  }
}
