import type { Html } from '../html.ts';

/** A part of the guide: `id` is its place in the page's address. */
export interface Section {
  id: string;
  title: string;
  body: Html;
}
