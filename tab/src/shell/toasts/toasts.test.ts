import { closeToast, holdToast, releaseToast, showToast, toasts } from './toasts.ts';

const shown = () => toasts.entries.map(({ kind, text }) => `${kind}: ${text}`);

beforeEach(() => {
  jest.useFakeTimers();
  toasts.entries = [];
});
afterEach(() => jest.useRealTimers());

it('a success goes after three seconds, an error after five', () => {
  showToast('success', 'Settings saved');
  showToast('error', 'Failed to process plan.pdf.');

  jest.advanceTimersByTime(2_999);
  expect(shown()).toEqual(['success: Settings saved', 'error: Failed to process plan.pdf.']);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual(['error: Failed to process plan.pdf.']);
  jest.advanceTimersByTime(2_000);
  expect(shown()).toEqual([]);
});

it('work under way stays until it is done, and its end has the usual time', () => {
  const toast = showToast('processing', 'Processing plan.pdf...');
  jest.advanceTimersByTime(600_000);
  expect(shown()).toEqual(['processing: Processing plan.pdf...']);

  toast.update('success', 'Processed plan.pdf successfully!');
  expect(shown()).toEqual(['success: Processed plan.pdf successfully!']);
  jest.advanceTimersByTime(3_000);
  expect(shown()).toEqual([]);
});

it('waits while Ada reads it, and can be sent away', () => {
  showToast('error', 'Failed to share chat');
  const id = toasts.entries[0]?.id ?? 0;
  holdToast(id);
  jest.advanceTimersByTime(60_000);
  expect(shown()).toHaveLength(1);
  releaseToast(id);
  jest.advanceTimersByTime(4_999);
  expect(shown()).toHaveLength(1);
  closeToast(id);
  expect(shown()).toEqual([]);
});
