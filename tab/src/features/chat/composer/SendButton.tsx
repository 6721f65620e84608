import { Button, Tooltip } from '@fluentui/react-components';
import { SendFilled, SendRegular, StopFilled } from '@fluentui/react-icons';
import type { MaySend } from '../chat.rules.ts';
import { composerTexts } from './composer.texts.ts';

interface Props {
  responding: boolean;
  may: MaySend;
  onSend: () => void;
  onStop: () => void;
}

/** One place that sends, stops, or says why it cannot send. It keeps the keyboard's focus through all three. */
export function SendButton({ responding, may, onSend, onStop }: Props) {
  const disabled = !responding && may.name === 'no';
  const name = responding ? composerTexts.stop : composerTexts.send;
  const reason = disabled && may.reason !== '' ? may.reason : null;
  return (
    <Tooltip content={reason ?? name} relationship={reason ? 'description' : 'label'} withArrow>
      <Button
        appearance={disabled ? 'subtle' : 'primary'}
        shape="circular"
        disabledFocusable={disabled}
        icon={responding ? <StopFilled /> : disabled ? <SendRegular /> : <SendFilled />}
        aria-label={name}
        onClick={responding ? onStop : onSend}
      />
    </Tooltip>
  );
}
