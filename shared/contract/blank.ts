/** True if a field was left empty. Browsers send all fields. */
export const isBlankValue = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.every(isBlankValue));
