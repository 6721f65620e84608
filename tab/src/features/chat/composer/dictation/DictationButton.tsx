import { Button, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { MicFilled, MicRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import {
  abortDictation,
  canDictate,
  dictation,
  hasSeenNotice,
  rememberNotice,
  startDictation,
  stopDictation,
} from './dictation.actions.ts';
import { dictationTexts as texts } from './dictation.texts.ts';

const DictationNotice = lazy(() => import('./DictationNotice.tsx'));

const useStyles = makeStyles({
  /** Takes no row and no gap, but stays for screen readers, which announce only changes of what is there. */
  empty: { position: 'absolute' },
  root: { [LOW_WINDOW]: { gridColumn: '1 / -1' } },
  row: {
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
});

/** Starts and stops dictation. Renders nothing if the organization has switched it off or the browser cannot do it. */
export function DictationButton({ chatId, disabled }: { chatId: string; disabled: boolean }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const isListening = useSnapshot(dictation).chatId === chatId;
  const [isNoticeOpen, setIsNoticeOpen] = useState(false);
  const isOn = useOrganization()?.features.dictation ?? false;
  useEffect(() => abortDictation, [chatId]);
  if (!isOn || !canDictate()) return null;
  const press = () => {
    if (isListening) stopDictation();
    else if (hasSeenNotice()) startDictation(chatId);
    else setIsNoticeOpen(true);
  };
  const agree = () => {
    rememberNotice();
    setIsNoticeOpen(false);
    startDictation(chatId);
  };
  const closeNotice = () => {
    setIsNoticeOpen(false);
    button?.focus();
  };
  return (
    <>
      <Tooltip content={isListening ? texts.stop : texts.start} relationship="label">
        <Button
          ref={setButton}
          appearance="subtle"
          disabledFocusable={disabled}
          aria-pressed={isListening}
          icon={isListening ? <MicFilled /> : <MicRegular />}
          onClick={press}
        />
      </Tooltip>
      {isNoticeOpen && (
        <Suspense>
          <DictationNotice target={button} onAgree={agree} onCancel={closeNotice} />
        </Suspense>
      )}
    </>
  );
}

/** What is being understood, and why a dictation failed. Unfinished sentences are not read out: they change all the time. */
export function DictationRow({ chatId }: { chatId: string }) {
  const styles = useStyles();
  const { chatId: listening, interim, failure } = useSnapshot(dictation);
  const sentence =
    listening === chatId ? texts.listening : failure?.chatId === chatId && listening === null ? failure.sentence : '';
  if (!canDictate()) return null;
  return (
    <div className={sentence === '' ? styles.empty : mergeClasses(styles.root, styles.row)}>
      <span role="status">{sentence}</span>
      {listening === chatId && interim !== '' && <span dir="auto">{` ${interim}`}</span>}
    </div>
  );
}
