import {
  CheckmarkCircleRegular,
  CheckmarkRegular,
  DocumentArrowRightRegular,
  LockClosedRegular,
  QuestionCircleRegular,
} from '@fluentui/react-icons';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useCitationStyles } from './citations.styles.ts';

const icons = {
  wordForWord: CheckmarkCircleRegular,
  holds: CheckmarkRegular,
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

/** Says whether the source has what the answer says. */
export function StandingNote({ citation }: { citation: Pick<Citation, 'standing' | 'wordForWord'> }) {
  const styles = useCitationStyles();
  const { standing, wordForWord } = citation;
  const state = standing === 'holds' && wordForWord ? 'wordForWord' : standing;
  const Icon = icons[state];
  return (
    <div className={styles.standing}>
      <Icon aria-hidden />
      <span>{chatTexts.standing[state]}</span>
    </div>
  );
}
