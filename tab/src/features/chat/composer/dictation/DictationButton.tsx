import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { MicFilled, MicRegular } from '@fluentui/react-icons';
import { useEffect, useId, useState } from 'react';
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

const useStyles = makeStyles({
  notice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: 'min(320px, 80vw)' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
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
  const styles = useStyles();
  const titleId = useId();
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
  return (
    <Popover
      open={isNoticeOpen}
      onOpenChange={(_, { open }) => !open && setIsNoticeOpen(false)}
      positioning="above"
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip content={isListening ? texts.stop : texts.start} relationship="label">
          <Button
            appearance="subtle"
            disabledFocusable={disabled}
            aria-pressed={isListening}
            icon={isListening ? <MicFilled /> : <MicRegular />}
            onClick={press}
          />
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface aria-labelledby={titleId}>
        <div className={styles.notice}>
          <Text id={titleId} weight="semibold">
            {texts.noticeTitle}
          </Text>
          <Text>{texts.notice}</Text>
          <div className={styles.buttons}>
            <Button onClick={() => setIsNoticeOpen(false)}>{texts.cancel}</Button>
            <Button appearance="primary" onClick={agree}>
              {texts.agree}
            </Button>
          </div>
        </div>
      </PopoverSurface>
    </Popover>
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
    <div className={mergeClasses(styles.root, sentence !== '' && styles.row)}>
      <span role="status">{sentence}</span>
      {listening === chatId && interim !== '' && <span dir="auto">{` ${interim}`}</span>}
    </div>
  );
}
