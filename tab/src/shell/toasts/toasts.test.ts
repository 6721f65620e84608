import { closeToast, pauseToastTimer, restartToastTimer, showToast, toasts } from './toasts.ts';

const listToasts = () => toasts.entries.map(({ kind, text }) => `${kind}: ${text}`);

beforeEach(() => {
  jest.useFakeTimers();
  toasts.entries = [];
});
afterEach(() => jest.useRealTimers());

it('closes a success after three seconds and an error after five', () => {
  showToast('success', 'Settings saved');
  showToast('error', 'Failed to process plan.pdf.');

  jest.advanceTimersByTime(2_999);
  expect(listToasts()).toEqual(['success: Settings saved', 'error: Failed to process plan.pdf.']);
  jest.advanceTimersByTime(1);
  expect(listToasts()).toEqual(['error: Failed to process plan.pdf.']);
  jest.advanceTimersByTime(2_000);
  expect(listToasts()).toEqual([]);
});

it('keeps a processing toast until it is updated, then uses the usual time', () => {
  const toast = showToast('processing', 'Processing plan.pdf...');
  jest.advanceTimersByTime(600_000);
  expect(listToasts()).toEqual(['processing: Processing plan.pdf...']);

  toast.update('success', 'Processed plan.pdf successfully!');
  expect(listToasts()).toEqual(['success: Processed plan.pdf successfully!']);
  jest.advanceTimersByTime(3_000);
  expect(listToasts()).toEqual([]);
});

it('pauses while the pointer is on it, and can be dismissed', () => {
  showToast('error', 'Failed to share chat');
  const id = toasts.entries[0]?.id ?? 0;
  pauseToastTimer(id);
  jest.advanceTimersByTime(60_000);
  expect(listToasts()).toHaveLength(1);
  restartToastTimer(id);
  jest.advanceTimersByTime(4_999);
  expect(listToasts()).toHaveLength(1);
  closeToast(id);
  expect(listToasts()).toEqual([]);
});
