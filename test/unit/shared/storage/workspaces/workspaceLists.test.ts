import { expect, test } from '@jest/globals';
import { checkListPage } from '../../../../../shared/storage/workspaces/workspaceLists.ts';

test('accepts the last page', () => {
  expect(() => checkListPage(2, 2)).not.toThrow();
});

test.each([
  [2, 1, 'There is no page 2: the list has 1 page.'],
  [3, 2, 'There is no page 3: the list has 2 pages.'],
])('page %i of %i does not exist', (page, pages, message) => {
  expect(() => checkListPage(page, pages)).toThrow(expect.objectContaining({ code: 'NOT_FOUND', message }));
});
