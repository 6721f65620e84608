import { useEffect, useState } from 'react';
import { COPIED_LABEL_MS, COPY_CHECK_MS } from '#contract/limits.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

/** `checked`: a check mark and the label "Copied!"; `labeled`: only the label, which stays a second longer. */
type Feedback = 'none' | 'checked' | 'labeled';

interface Copying {
  isChecked: boolean;
  isLabeled: boolean;
  run: (copy: () => Promise<void>) => void;
}

/** Runs a copy action and shows for a short time that it succeeded. A failure shows a toast. */
export function useCopy(): Copying {
  const [feedback, setFeedback] = useState<Feedback>('none');
  useEffect(() => {
    if (feedback === 'none') return;
    const [next, delayMs] =
      feedback === 'checked'
        ? (['labeled', COPY_CHECK_MS] as const)
        : (['none', COPIED_LABEL_MS - COPY_CHECK_MS] as const);
    const timer = setTimeout(() => setFeedback(next), delayMs);
    return () => clearTimeout(timer);
  }, [feedback]);
  const run = (copy: () => Promise<void>) => {
    copy().then(
      () => setFeedback('checked'),
      (cause: unknown) => {
        logFailure(chatTexts.copyFailed, cause);
        showToast('error', chatTexts.copyFailed);
      },
    );
  };
  return { isChecked: feedback === 'checked', isLabeled: feedback !== 'none', run };
}
