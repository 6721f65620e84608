import { Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { SimilarPassage } from '#contract/sites/search.ts';
import { texts } from '#tab/texts.ts';
import { openInViewer } from './viewer/viewer.actions.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow2,
  },
  name: { margin: '0', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  text: { margin: '0', maxHeight: '160px', overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  open: { alignSelf: 'flex-start' },
});

/** A passage with its location, rank and text. */
export function PassageCard({ passage, rank }: { passage: SimilarPassage; rank: number }) {
  const styles = useStyles();
  const { filename, fileid, datatype, location, pagenumber, text, quote, site, standing } = passage;
  const open = () =>
    void openInViewer({
      fileId: fileid,
      fileName: filename,
      fileType: datatype,
      standing,
      location,
      quote: quote || text,
      ...(pagenumber === null ? {} : { page: pagenumber }),
      ...(site === null ? {} : { site }),
    });
  return (
    <article className={styles.card} aria-label={`${rank}. ${filename}`}>
      <Subtitle2 as="h3" className={styles.name}>
        <bdi>{filename}</bdi>
      </Subtitle2>
      <span className={styles.quiet}>{[location, texts.workspace.rank(rank)].filter(Boolean).join(' · ')}</span>
      <p dir="auto" tabIndex={0} className={styles.text}>
        {text}
      </p>
      <Button size="small" className={styles.open} onClick={open}>
        {texts.workspace.openPassage}
      </Button>
    </article>
  );
}
