import { AUDIT_DAYS } from '../../../shared/contract/limits.ts';
import { amountOf } from './amounts.ts';

export const AUDIT_TEXTS = {
  audit: {
    title: 'Audit log',
    text: `Who changed what in the last ${AUDIT_DAYS} days. It has names and ids, and nobody can change it.`,
    only: 'Only',
    all: 'Show all',
    none: 'Nothing is recorded.',
    what: 'What',
    who: 'Who',
    when: 'When',
    uncertain: 'Failed, perhaps in part',
    removed: (amount: number): string => `${amountOf(amount)} removed that day`,
    submissions: (amount: number): string => `${amountOf(amount)} of its submissions`,
  },
};
