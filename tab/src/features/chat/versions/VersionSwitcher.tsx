import { Button, Tooltip } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, ColumnDoubleCompareRegular } from '@fluentui/react-icons';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { useIsChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { type Entry, chats } from '#tab/features/chat/chat.state.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import { refreshChat, showVersion } from '#tab/features/chat/opening/open.actions.ts';
import { getVersionPosition } from './versions.rules.ts';
import { useVersionStyles } from './versions.styles.ts';
import { versionTexts } from './versions.texts.ts';

const CompareDialog = lazyDialog(() => import('./CompareDialog.tsx'));

/** Buttons that show the other versions of a message, and two answers side by side; nothing if there is only one. */
export function VersionSwitcher({ chatId, entry }: { chatId: string; entry: Entry }) {
  const styles = useVersionStyles();
  const message = useSnapshot(entry) as Entry;
  const isAnswering = useIsChatAnswering(chatId);
  const [isComparing, setIsComparing] = useState(false);
  const position = getVersionPosition(message);
  if (position === null) return null;
  const { number, count, previous, next } = position;
  return (
    <div className={styles.switcher} role="group" aria-label={versionTexts.versionsOf[message.source]}>
      <StepButton
        label={versionTexts.previous}
        icon={<ChevronLeftRegular />}
        target={isAnswering ? null : previous}
        chatId={chatId}
      />
      <span className={styles.position} aria-hidden>
        {versionTexts.position(number, count)}
      </span>
      <span className={styles.spoken} role="status">
        {versionTexts.spokenPosition(number, count)}
      </span>
      <StepButton
        label={versionTexts.next}
        icon={<ChevronRightRegular />}
        target={isAnswering ? null : next}
        chatId={chatId}
      />
      {message.source === 'AVA' && !isAnswering && (
        <Tooltip content={versionTexts.compare} relationship="label">
          <Button
            appearance="subtle"
            size="small"
            className={styles.step}
            icon={<ColumnDoubleCompareRegular />}
            onClick={() => setIsComparing(true)}
          />
        </Tooltip>
      )}
      {isComparing && (
        <Suspense>
          <CompareDialog
            chatId={chatId}
            versions={message.versions ?? []}
            shown={message.message_id}
            onChoose={(id) => {
              setIsComparing(false);
              void chooseVersion(chatId, id);
            }}
            onClose={() => setIsComparing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface StepButtonProps {
  chatId: string;
  label: string;
  icon: React.JSX.Element;
  /** The version to show; `null` disables the button, which keeps the focus. */
  target: string | null;
}

function StepButton({ chatId, label, icon, target }: StepButtonProps) {
  const styles = useVersionStyles();
  return (
    <Tooltip content={label} relationship="label">
      <Button
        appearance="subtle"
        size="small"
        className={styles.step}
        icon={icon}
        disabledFocusable={target === null}
        onClick={() => target !== null && void chooseVersion(chatId, target)}
      />
    </Tooltip>
  );
}

/** Shows another version of a message with everything that follows it, here and on the person's other devices. */
async function chooseVersion(chatId: string, messageId: string): Promise<void> {
  const chat = chats.open[chatId];
  if (!chat || isAnswering(chat.entries)) return;
  try {
    await showVersion(chatId, messageId);
  } catch (cause) {
    logFailure(versionTexts.switchFailed, cause);
    showToast('error', versionTexts.switchFailed);
    void refreshChat(chatId);
  }
}
