import { useEffect, useState } from 'react';
import { COPY_CHECK_MS } from '../../../../../api/contract/limits.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { chatTexts } from '../chat.texts.ts';

/** Runs a copy action; `copied` is true for a short time after it succeeded. A failure shows a toast. */
export function useCopy(): { copied: boolean; run: (copy: () => Promise<void>) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPY_CHECK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const run = (copy: () => Promise<void>) => {
    copy().then(
      () => setCopied(true),
      (cause: unknown) => {
        logFailure(chatTexts.copyFailed, cause);
        showToast('error', chatTexts.copyFailed);
      },
    );
  };
  return { copied, run };
}
