import type { ScanState, SubmittedFile } from '../contract/schemas/files.ts';
import { type LabelOf, oneLine, type ShownField } from './outline.ts';

/** What a mail says about a scan's result, if it matters. */
const SCANS: Record<ScanState, string> = {
  'not scanned': '',
  clean: '',
  pending: ', not scanned yet',
  infected: ', INFECTED: it cannot be downloaded',
  unscannable: ', could not be scanned',
};

/** The files of a submission by form field, with names and sizes, without download URLs. */
export function fileFields(files: readonly SubmittedFile[], labelOf: LabelOf = (name) => name): ShownField[] {
  const names = [...new Set(files.map(({ field }) => field))];
  return names.map((name) => ({
    name: `${oneLine(labelOf(name))} (files)`,
    lines: files.filter(({ field }) => field === name).map(lineOf),
  }));
}

const lineOf = ({ name, bytes, scan }: SubmittedFile): string => `${oneLine(name)} (${sizeOf(bytes)}${SCANS[scan]})`;

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [amount, unit] = bytes < 999_500 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}
