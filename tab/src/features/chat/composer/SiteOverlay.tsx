import { makeStyles, tokens } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';

const useStyles = makeStyles({
  overlay: {
    position: 'absolute',
    inset: 0,
    zIndex: 1,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    padding: `0 ${tokens.spacingHorizontalL}`,
    borderStartStartRadius: tokens.borderRadiusXLarge,
    borderStartEndRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
  },
});

/** Covers the input of a search until a site is selected. */
export function SiteOverlay({ chatId }: { chatId: string }) {
  const styles = useStyles();
  const selection = useSnapshot(searches)[chatId]?.selection;
  const message =
    selection?.name === 'loading'
      ? knowledgeTexts.lookingUp
      : selection?.name === 'failed'
        ? selection.detail
        : knowledgeTexts.selectSite;
  return (
    <div role="status" className={styles.overlay}>
      {message}
    </div>
  );
}
