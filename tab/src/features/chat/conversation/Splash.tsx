import { Button, Subtitle1 } from '@fluentui/react-components';
import { useSlots } from '../../../shell/layout/slots.ts';
import { useOrganization } from '../../../state/session.state.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { chatTexts } from '../chat.texts.ts';
import { fillDraft } from '../composer/draft/draft.actions.ts';
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
          {prompts.map(({ title, prompt }) => (
            <li key={title}>
              <Button className={styles.prompt} onClick={() => fillDraft(chatId, prompt)}>
                <span className={styles.promptTitle}>{title}</span>
                <span className={styles.promptText}>{prompt}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {helpLink}
    </div>
  );
}
