interface Place {
  next: Map<string, Place>;
  /** Fallback state when no phrase continues with the next word: the longest proper suffix that starts a phrase. */
  shorter: Place | undefined;
  /** The lowest rank of the phrases that end here. */
  rank: number;
}

const newPlace = (): Place => ({ next: new Map(), shorter: undefined, rank: Number.POSITIVE_INFINITY });

/**
 * Finds phrases of whole words in one pass (Aho and Corasick, "Efficient string matching", 1975, with words instead of
 * characters): the time grows with the text plus the phrases, not with their product.
 */
export class Phrases {
  readonly #start = newPlace();

  /** Takes the words of each phrase and its rank. A phrase without words never matches. */
  constructor(phrases: readonly { words: readonly string[]; rank: number }[]) {
    for (const { words, rank } of phrases) this.#add(words, rank);
    this.#connect();
  }

  /** The lowest rank of the phrases in the words, `Infinity` for none. */
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

  /** Breadth-first, since a state's fallback must be known before its successors'. */
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
