import { explainCannotOpen } from './cannotOpen.rules.ts';

const explain = (fileResource: { siteId: string; itemId: string } | null) =>
  explainCannotOpen({ fileName: 'Plan.docx', fileResource });

it('opens files of a document site by site and item, and files from the computer', () => {
  expect(explain({ siteId: 'site', itemId: '01A' })).toBeNull();
  expect(explain(null)).toBeNull();
});

/** @shows Cannot open file ({name}) in AVA */
/** @shows Cannot open file in AVA */
it('says that a file without its site or item, or from elsewhere, cannot be opened', () => {
  expect(explain({ siteId: '', itemId: '01A' })).toBe('Cannot open file (Plan.docx) in AVA');
  expect(explain({ siteId: 'site', itemId: '' })).toBe('Cannot open file (Plan.docx) in AVA');
  expect(explain({ siteId: '', itemId: '' })).toBe('Cannot open file in AVA');
});
