import { cutName, filterByName, isRunning, isUploading, overallProgress, refusalOf } from './corpusFiles.rules.ts';
import type { ProgressStatus } from './fileProgress.state.ts';

const item = (status: ProgressStatus, progress = 0) => ({ status, progress });

describe('overall progress', () => {
  it('is the share of completed files and the partial progress of running ones', () => {
    expect(overallProgress([item('complete', 100), item('embedding', 50), item('waiting'), item('waiting')])).toBe(37);
    expect(overallProgress([item('complete', 100), item('complete', 100)])).toBe(100);
    expect(overallProgress([])).toBe(0);
  });

  it('counts a failed file as nothing, and is never above 100', () => {
    expect(overallProgress([item('error', 90), item('complete', 100)])).toBe(50);
    expect(overallProgress([item('embedding', 140)])).toBe(100);
  });
});

it('a dialog waits for what this window must still send, not for what the server reads', () => {
  expect(isUploading([item('waiting')])).toBe(true);
  expect(isUploading([item('uploading', 5)])).toBe(true);
  expect(isUploading([item('embedding', 40), item('complete'), item('error')])).toBe(false);
  expect(isRunning([item('embedding', 40)])).toBe(true);
  expect(isRunning([item('complete'), item('error')])).toBe(false);
});

it('a name is cut after 25 characters', () => {
  expect(cutName('exactly-twenty-five-c.pdf')).toBe('exactly-twenty-five-c.pdf');
  expect(cutName('exactly-twenty-six-cha.pdf')).toBe('exactly-twenty-six-cha.pd…');
});

it('a file of this computer is taken by its type and size', () => {
  expect(refusalOf({ name: 'Plan.PDF', size: 73_400_320 })).toBeNull();
  expect(refusalOf({ name: 'Plan.pdf', size: 73_400_321 })).toBe('size');
  expect(refusalOf({ name: 'Notes.txt', size: 1 })).toBeNull();
  expect(refusalOf({ name: 'Song.mp3', size: 1 })).toBe('type');
  expect(refusalOf({ name: 'pdf', size: 1 })).toBe('type');
});

it('a search finds names in any case of letters', () => {
  expect(filterByName([{ name: 'Budget 2027.pdf' }, { name: 'Audit.docx' }], ' BUDGET ')).toEqual([
    { name: 'Budget 2027.pdf' },
  ]);
});
