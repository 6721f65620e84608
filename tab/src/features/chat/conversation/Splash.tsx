import { Button, Link, Subtitle1 } from '@fluentui/react-components';
import { AttachRegular } from '@fluentui/react-icons';
import { openDialog } from '#tab/shell/dialogs.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { Logo } from '#tab/ui/Logo.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { applySamplePrompt } from './samplePrompts.actions.ts';
import { useSplashStyles } from './conversation.styles.ts';

const PROMPTS_SHOWN = 4;

/** Shown in an empty chat: the logo, a welcome line, and sample prompts that fill the composer. */
export function Splash({ chatId }: { chatId: string }) {
  const styles = useSplashStyles();
  const { helpLink } = useSlots();
  const prompts = useOrganization()?.samplePrompts.slice(0, PROMPTS_SHOWN) ?? [];
  return (
    <div className={styles.splash}>
      <Logo size={48} />
      <Subtitle1 as="h1" className={styles.line}>
        {chatTexts.welcome}
      </Subtitle1>
      {prompts.length > 0 && (
        <ul className={styles.prompts} aria-label={chatTexts.samplePrompts}>
          {prompts.map((sample) => (
            <li key={sample.title}>
              <Button className={styles.prompt} onClick={() => void applySamplePrompt(chatId, sample)}>
                <span className={styles.promptTitle}>{sample.title}</span>
                <span className={styles.promptText}>{sample.prompt}</span>
                {sample.file && (
                  <span className={styles.promptFile}>
                    <AttachRegular aria-hidden />
                    <span className={styles.promptFileName}>{sample.file}</span>
                  </span>
                )}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.links}>
        <Link as="button" onClick={() => openDialog({ name: 'prompts', target: { editorId: chatId, mentions: true } })}>
          {texts.shell.browsePrompts}
        </Link>
        {helpLink}
      </div>
    </div>
  );
}
