import { DocumentArrowRightRegular, LockClosedRegular, QuestionCircleRegular } from '@fluentui/react-icons';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useCitationStyles } from './citations.styles.ts';

const icons = {
  unverified: QuestionCircleRegular,
  changed: DocumentArrowRightRegular,
  denied: LockClosedRegular,
};

/** An icon for a citation that is denied, changed or unverified. */
export function StandingIcon({ standing, className }: { standing: Citation['standing']; className?: string }) {
  if (standing === 'holds') return null;
  const Icon = icons[standing];
  return <Icon {...(className === undefined ? {} : { className })} aria-hidden />;
}

/** The icon with its explanation. */
export function StandingNote({ standing }: { standing: Citation['standing'] }) {
  const styles = useCitationStyles();
  if (standing === 'holds') return null;
  return (
    <div className={styles.standing}>
      <StandingIcon standing={standing} />
      <span>{chatTexts.standing[standing]}</span>
    </div>
  );
}
