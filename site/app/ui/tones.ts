import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';

const TONES: Record<Endpoint['color'], string> = {
  gray: '#6b7280',
  amber: '#d97706',
  red: '#dc2626',
  lime: '#65a30d',
  teal: '#0d9488',
  cyan: '#0891b2',
  indigo: '#4f46e5',
  violet: '#7c3aed',
  pink: '#db2777',
  white: '#a8a29e',
};

/** An endpoint's colour, for elements of the class `toned`. */
export const toneOf = (color: Endpoint['color']): string => `--tone: ${TONES[color]}`;
