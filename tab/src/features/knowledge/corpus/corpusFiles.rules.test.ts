import {
  truncateEnd,
  filterByName,
  isRunning,
  isUploading,
  overallProgress,
  getCorpusRejection,
  takesUploads,
} from './corpusFiles.rules.ts';
import type { ProgressStatus } from './fileProgress.state.ts';

const item = (status: ProgressStatus, progress = 0) => ({ status, progress });

describe('overall progress', () => {
  it('is the share of completed files and the partial progress of running ones', () => {
    expect(overallProgress([item('complete', 100), item('embedding', 50), item('waiting'), item('waiting')])).toBe(37);
    expect(overallProgress([item('complete', 100), item('complete', 100)])).toBe(100);
    expect(overallProgress([])).toBe(0);
  });

  it('ignores failed files and never exceeds 100', () => {
    expect(overallProgress([item('error', 90), item('complete', 100)])).toBe(50);
    expect(overallProgress([item('embedding', 140)])).toBe(100);
  });
});

it('a corpus of a library takes uploads, one of a list does not', () => {
  const none = { document_library_name: '', document_library_id: '', list_name: '', list_id: '' };
  expect(takesUploads({ CorpusConfig: { ...none, document_library_id: 'lib-1' } })).toBe(true);
  expect(takesUploads({ CorpusConfig: { ...none, list_id: 'list-1' } })).toBe(false);
});

it('counts files to upload as uploading, not files that the server reads', () => {
  expect(isUploading([item('waiting')])).toBe(true);
  expect(isUploading([item('uploading', 5)])).toBe(true);
  expect(isUploading([item('embedding', 40), item('complete'), item('error')])).toBe(false);
  expect(isRunning([item('embedding', 40)])).toBe(true);
  expect(isRunning([item('complete'), item('error')])).toBe(false);
});

it('truncates a name after 25 characters', () => {
  expect(truncateEnd('exactly-twenty-five-c.pdf')).toBe('exactly-twenty-five-c.pdf');
  expect(truncateEnd('exactly-twenty-six-cha.pdf')).toBe('exactly-twenty-six-cha.pd…');
});

it('accepts a file by type and size', () => {
  expect(getCorpusRejection({ name: 'Plan.PDF', size: 73_400_320 })).toBeNull();
  expect(getCorpusRejection({ name: 'Plan.pdf', size: 73_400_321 })).toBe('size');
  expect(getCorpusRejection({ name: 'Notes.txt', size: 1 })).toBeNull();
  expect(getCorpusRejection({ name: 'Song.mp3', size: 1 })).toBe('type');
  expect(getCorpusRejection({ name: 'pdf', size: 1 })).toBe('type');
});

it('finds names ignoring case', () => {
  expect(filterByName([{ name: 'Budget 2027.pdf' }, { name: 'Audit.docx' }], ' BUDGET ')).toEqual([
    { name: 'Budget 2027.pdf' },
  ]);
});
