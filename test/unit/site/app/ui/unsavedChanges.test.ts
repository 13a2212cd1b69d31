import { describe, expect, test } from '@jest/globals';
import {
  type Changes,
  changedElsewhere,
  differing,
  UNCHANGED,
  withChanges,
} from '../../../../../site/app/ui/unsavedChanges.ts';

interface Form {
  name: string;
  isEnabled: boolean;
  origins: string[];
}

const STORED: Form = { name: 'Contact', isEnabled: true, origins: ['a'] };
const change = (values: Partial<Form>): Changes<Form> => withChanges<Form>(UNCHANGED, STORED, values);
const renamed = change({ name: 'Contact form' });

describe('unsaved changes', () => {
  test('contain only the changed fields, with their original values', () => {
    expect(change({ ...STORED, name: 'Contact form' })).toEqual({
      from: { name: 'Contact' },
      to: { name: 'Contact form' },
    });
    expect(withChanges(renamed, STORED, { name: 'Contact' })).toEqual(UNCHANGED);
    expect(change({ origins: ['a'] })).toEqual(UNCHANGED);
    expect(withChanges(renamed, { ...STORED, name: 'Other' }, { name: 'Contact us', isEnabled: false })).toEqual({
      from: { name: 'Contact', isEnabled: true },
      to: { name: 'Contact us', isEnabled: false },
    });
  });

  test('name fields also changed elsewhere, unless to the same value', () => {
    expect(changedElsewhere(renamed, { ...STORED, isEnabled: false, origins: ['b'] })).toEqual([]);
    expect(changedElsewhere(renamed, { ...STORED, name: 'Other' })).toEqual(['name']);
    expect(changedElsewhere(renamed, { ...STORED, name: 'Contact form' })).toEqual([]);
  });

  test('become a request with the differing parts', () => {
    expect(differing({ ...STORED, origins: ['a', 'b'] }, STORED)).toEqual({ origins: ['a', 'b'] });
  });
});
