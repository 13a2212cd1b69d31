import { TEXTS } from '../texts/texts.ts';

/** Placeholders for rows. */
export const SkeletonRows = ({ count }: { count: number }) => (
  <div class="skeleton" role="status" aria-label={TEXTS.loading}>
    {Array.from({ length: count }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <div class="skeleton-row" key={place}>
        <span class="bone" />
        <span class="bone" />
      </div>
    ))}
  </div>
);
