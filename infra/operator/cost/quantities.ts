import { PRICES, type Price, type PriceName } from './prices.ts';

/** One thing that is paid for. */
export interface Line {
  service: string;
  price: PriceName;
  quantity: number;
  /** By the list, and what is left of it when AWS's free amounts are taken away that every account has for good. */
  usd: number;
  usdBeyondFree: number;
}

/** How much there is of what has a price. */
export type Quantities = Partial<Record<PriceName, number>>;

/** Invocations of a function in a month, and how long one takes. */
export interface Invocations {
  function: string;
  count: number;
  ms: number;
}

export const GB = 1024 ** 3;

/** The lines of quantities that are given by service. */
export const priced = (quantities: Record<string, Quantities>): Line[] =>
  Object.entries(quantities).flatMap(([service, items]) =>
    (Object.entries(items) as [PriceName, number][]).map(([price, quantity]) => {
      const { usd, per, free = 0 }: Price = PRICES[price];
      const beyondFree = Math.max(0, quantity - free);
      return { service, price, quantity, usd: (quantity / per) * usd, usdBeyondFree: (beyondFree / per) * usd };
    }),
  );

/** Two lists of quantities as one. */
export function added(a: Record<string, Quantities>, b: Record<string, Quantities>): Record<string, Quantities> {
  const services = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(services.map((service) => [service, sumOf(a[service] ?? {}, b[service] ?? {})]));
}

function sumOf(a: Quantities, b: Quantities): Quantities {
  const names = Object.keys({ ...a, ...b }) as PriceName[];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
