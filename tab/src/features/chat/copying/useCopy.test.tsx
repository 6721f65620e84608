import { act, renderHook } from '@testing-library/react';
import { COPIED_LABEL_MS, COPY_CHECK_MS } from '#contract/limits.ts';
import { useCopy } from './useCopy.ts';

/** @proves limit:COPY_CHECK_MS limit:COPIED_LABEL_MS */
it('shows the check mark for one second and the label for two', async () => {
  jest.useFakeTimers();
  const { result } = renderHook(useCopy);
  const listFeedback = () => [result.current.isChecked, result.current.isLabeled];
  await act(async () => result.current.run(() => Promise.resolve()));
  expect(listFeedback()).toEqual([true, true]);
  act(() => jest.advanceTimersByTime(COPY_CHECK_MS));
  expect(listFeedback()).toEqual([false, true]);
  act(() => jest.advanceTimersByTime(COPIED_LABEL_MS - COPY_CHECK_MS));
  expect(listFeedback()).toEqual([false, false]);
  jest.useRealTimers();
});
