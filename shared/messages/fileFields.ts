import type { ScanState, SubmittedFile } from '../contract/schemas/files/submittedFile.ts';
import { type LabelOf, oneLine, type ShownField, sizeOf } from './outline.ts';

/** A mail's sentence about the result of a scan, if it matters. */
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
