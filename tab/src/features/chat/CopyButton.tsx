import { Button, Tooltip } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { COPY_CHECK_MS } from '../../../../api/contract/limits.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { chatTexts } from './chat.texts.ts';

interface CopyButtonProps {
  text: () => string;
  label: string;
}

/** Copies a text and shows a check mark for a short time. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPY_CHECK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch (cause) {
      logFailure(chatTexts.copyFailed, cause);
      showToast('error', chatTexts.copyFailed);
    }
  };
  const tooltip = copied ? chatTexts.copied : label;
  return (
    <Tooltip content={tooltip} relationship="label">
      <Button
        appearance="subtle"
        size="small"
        icon={copied ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={() => void copy()}
      />
    </Tooltip>
  );
}
