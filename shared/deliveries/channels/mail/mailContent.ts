import type { ShownField } from './outline.ts';

/** What both forms of a mail are written from. All of it is plain text. */
export interface MailContent {
  title: string;
  heading: string;
  introduction: string[];
  fields: ShownField[];
  remarks: string[];
  /** Where there is more: of the service itself, never of what was submitted. */
  link?: { text: string; url: string };
  /** Short lines at the end. */
  facts: string[];
}
