/** An item, or changes of one, with no other attributes than these, which policies of functions list as well. */
export type Written<Names extends readonly string[]> = { [Name in Names[number]]?: unknown };
