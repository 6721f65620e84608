import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { requestConsent } from '#tab/state/session.actions.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { useSourceStyles } from './SourcePicker.styles.ts';
import { sourceTexts } from './sources.texts.ts';

const texts = sourceTexts.meetings;

/** Why a source has nothing to show, and what the person can do. */
export function PickerFailure({
  code,
  detail,
  onRetry,
}: {
  code: ErrorCode | null;
  detail: string;
  onRetry: () => void;
}) {
  const styles = useSourceStyles();
  const consent = { label: sourceTexts.consent, action: () => void requestConsent().then(onRetry) };
  const retry = { label: sourceTexts.retry, action: onRetry };
  return (
    <div className={styles.failure}>
      <ErrorMessage text={detail} retry={code === 'consent_required' ? consent : retry} />
      {code === 'transcripts_off' && <AdministratorText />}
    </div>
  );
}

function AdministratorText() {
  const styles = useSourceStyles();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(texts.administratorText);
    setCopied(true);
  };
  return (
    <>
      <span>{texts.forAdministrator}</span>
      <span className={styles.excerpt} style={{ WebkitLineClamp: 'none' }}>
        {texts.administratorText}
      </span>
      <Button className={styles.copied} size="small" onClick={() => void copy()}>
        {copied ? texts.copied : texts.copy}
      </Button>
    </>
  );
}
