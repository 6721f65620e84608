import { Button, makeStyles, Popover, PopoverSurface, Text, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { dictationTexts as texts } from './dictation.texts.ts';

const useStyles = makeStyles({
  notice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: 'min(320px, 80vw)' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
});

interface Props {
  /** The button that was pressed. */
  target: HTMLElement | null;
  onAgree: () => void;
  onCancel: () => void;
}

/** Says before the first dictation where speech goes. */
export default function DictationNotice({ target, onAgree, onCancel }: Props) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Popover
      open
      onOpenChange={(_, { open }) => !open && onCancel()}
      positioning={{ target, position: 'above' }}
      trapFocus
    >
      <PopoverSurface aria-labelledby={titleId}>
        <div className={styles.notice}>
          <Text id={titleId} weight="semibold">
            {texts.noticeTitle}
          </Text>
          <Text>{texts.notice}</Text>
          <div className={styles.buttons}>
            <Button onClick={onCancel}>{texts.cancel}</Button>
            <Button appearance="primary" onClick={onAgree}>
              {texts.agree}
            </Button>
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
