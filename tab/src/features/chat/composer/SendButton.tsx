import { Button, Tooltip } from '@fluentui/react-components';
import { SendFilled, SendRegular, StopFilled } from '@fluentui/react-icons';
import type { SendDecision } from '#tab/features/chat/exchange/sending.rules.ts';
import { composerTexts } from './composer.texts.ts';

interface Props {
  responding: boolean;
  decision: SendDecision;
  onSend: () => void;
  onStop: () => void;
}

/** Sends, stops, or says why sending is disabled; one element, so it keeps the keyboard focus. */
export function SendButton({ responding, decision, onSend, onStop }: Props) {
  const disabled = !responding && decision.name === 'no';
  const name = responding ? composerTexts.stop : composerTexts.send;
  const reason = disabled && decision.reason !== '' ? decision.reason : null;
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
