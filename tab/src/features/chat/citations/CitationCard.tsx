import { Button } from '@fluentui/react-components';
import type { Citation } from '../../../../../api/contract/runs.ts';
import { chatTexts } from '../chat.texts.ts';
import { dateOf, placeOf } from './citations.rules.ts';
import { siteLabel } from './siteLabel.ts';
import { useCitationStyles } from './citations.styles.ts';
import { openCitation } from './openCitation.ts';
import { StandingNote } from './StandingNote.tsx';

/** What a citation stands on: file, place, passage, where it lies and how old it is. */
export function CitationCard({ citation, onOpened }: { citation: Citation; onOpened: () => void }) {
  const styles = useCitationStyles();
  const { filename, site, lastModified, quote, standing } = citation;
  const origin = [placeOf(citation), siteLabel(site)].filter(Boolean).join(' · ');
  const open = () => {
    onOpened();
    openCitation(citation);
  };
  return (
    <div className={styles.card}>
      <bdi className={styles.file}>{filename}</bdi>
      {origin && <span className={styles.quiet}>{origin}</span>}
      {quote && (
        <blockquote className={styles.quote} dir="auto">
          {quote}
        </blockquote>
      )}
      {lastModified && <span className={styles.quiet}>{chatTexts.lastModified(dateOf(lastModified))}</span>}
      <StandingNote standing={standing} />
      {standing !== 'denied' && (
        <Button size="small" className={styles.open} onClick={open}>
          {chatTexts.open}
        </Button>
      )}
    </div>
  );
}
