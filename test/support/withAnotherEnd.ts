/** A text with a different last character: an id or secret that does not exist. */
export const withAnotherEnd = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
