import { Button } from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { toExcerptText } from '#contract/text/excerptText.ts';
import { texts } from '#tab/texts.ts';
import { findSite } from '#tab/features/knowledge/sites/sites.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { formatDate, getLocationLabel, canOpenSource } from './citations.rules.ts';
import { useCitationStyles } from './citations.styles.ts';
import { openCitation, openCitedFile } from './openCitation.ts';
import { StandingNote } from './StandingNote.tsx';

const ID = /^[0-9a-f]{32}$/;

/** Details of a citation: file, location, excerpt, site and date. */
export function CitationCard({ citation, onOpened }: { citation: Citation; onOpened: () => void }) {
  const styles = useCitationStyles();
  const { filename, site, lastModified, quote, standing } = citation;
  const origin = [getLocationLabel(citation), getSiteLabel(site)].filter(Boolean).join(' · ');
  const open = () => {
    onOpened();
    openCitation(citation);
  };
  return (
    <div className={styles.card}>
      <bdi className={styles.file}>{filename}</bdi>
      {origin && <span className={styles.quiet}>{origin}</span>}
      {quote && (
        <blockquote className={styles.quote} dir="auto" tabIndex={0}>
          {toExcerptText(quote)}
        </blockquote>
      )}
      {lastModified && <span className={styles.quiet}>{chatTexts.lastModified(formatDate(lastModified))}</span>}
      <StandingNote citation={citation} />
      {standing !== 'denied' && canOpenSource(citation) && (
        <div className={styles.buttons}>
          <Button size="small" onClick={open}>
            {chatTexts.open}
          </Button>
          {site !== null && (
            <Button size="small" appearance="subtle" icon={<OpenRegular />} onClick={() => openCitedFile(citation)}>
              {texts.workspace.openInSharePoint}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The name of a citation's site; empty for an id without a known name. */
function getSiteLabel(site: string | null): string {
  if (site === null) return '';
  return findSite(site)?.SiteName ?? (ID.test(site) ? '' : site);
}
