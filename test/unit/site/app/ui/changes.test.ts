import { describe, expect, test } from '@jest/globals';
import {
  type Changes,
  changed,
  changedElsewhere,
  differing,
  remaining,
  since,
  withChanges,
} from '../../../../../site/app/ui/changes.ts';

interface Form {
  name: string;
  isEnabled: boolean;
  origins: string[];
}

const STORED: Form = { name: 'Contact', isEnabled: true, origins: ['a'] };
const renamed: Changes<Form> = withChanges({}, STORED, { name: 'Contact form' });

describe('unsaved changes', () => {
  test('contain only the changed fields', () => {
    expect(Object.keys(withChanges({}, STORED, { ...STORED, name: 'Contact form' }))).toEqual(['name']);
    expect(withChanges(renamed, STORED, { name: 'Contact' })).toEqual({});
    expect(withChanges({}, STORED, { origins: ['a'] })).toEqual({});
  });

  test('leave what was stored since in all other fields', () => {
    const now = { ...STORED, isEnabled: false, origins: ['b'] };
    expect(changed(now, renamed)).toEqual({ name: 'Contact form', isEnabled: false, origins: ['b'] });
    expect(changedElsewhere(renamed, now)).toEqual([]);
  });

  test('name fields that were changed elsewhere too, unless to the same', () => {
    expect(changedElsewhere(renamed, { ...STORED, name: 'Other' })).toEqual(['name']);
    expect(changedElsewhere(renamed, { ...STORED, name: 'Contact form' })).toEqual([]);
    expect(remaining(renamed, { ...STORED, name: 'Contact form' })).toEqual({});
  });

  test('keep the value that they began from', () => {
    const twice = withChanges(renamed, { ...STORED, name: 'Other' }, { name: 'Contact us' });
    expect(twice).toEqual({ name: { from: 'Contact', to: 'Contact us' } });
  });

  test('that came after the request stay when its changes are saved', () => {
    const more = withChanges(renamed, STORED, { name: 'Contact us', isEnabled: false });
    const now = { ...STORED, name: 'Contact form' };
    expect(since(more, renamed, now)).toEqual({
      name: { from: 'Contact form', to: 'Contact us' },
      isEnabled: { from: true, to: false },
    });
    expect(since(renamed, renamed, { ...STORED, name: 'As the service writes it' })).toEqual({});
  });

  test('become a request with the differing parts', () => {
    expect(differing({ ...STORED, origins: ['a', 'b'] }, STORED)).toEqual({ origins: ['a', 'b'] });
  });
});
