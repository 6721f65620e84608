import { Button } from '@fluentui/react-components';
import { DocumentRegular } from '@fluentui/react-icons';
import type { Citation } from '../../../../../api/contract/runs.ts';
import { chatTexts } from '../chat.texts.ts';
import { formatPages, groupBySource, getStanding, type Source } from './citations.rules.ts';
import { useCitationStyles } from './citations.styles.ts';
import { openCitation } from './openCitation.ts';
import { StandingIcon } from './StandingNote.tsx';

/** Lists each file that an answer cites once, with the cited pages. */
export function SourcesRow({ links }: { links: readonly Citation[] }) {
  const styles = useCitationStyles();
  if (links.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={chatTexts.sources}>
      {groupBySource(links).map((source) => (
        <li key={source.fileId}>
          <SourceButton source={source} />
        </li>
      ))}
    </ul>
  );
}

function SourceButton({ source }: { source: Source }) {
  const styles = useCitationStyles();
  const standing = getStanding(source);
  const note = standing === 'holds' ? '' : chatTexts.standing[standing];
  const readable = source.citations.find((link) => link.standing !== 'denied');
  const pages = formatPages(source);
  return (
    <Button
      size="small"
      className={styles.source}
      icon={standing === 'holds' ? <DocumentRegular /> : <StandingIcon standing={standing} />}
      title={[source.fileName, note].filter(Boolean).join(' · ')}
      aria-description={note || undefined}
      disabledFocusable={!readable}
      onClick={() => readable && openCitation(readable)}
    >
      <bdi className={styles.sourceName}>{source.fileName}</bdi>
      {pages && <span className={styles.sourcePages}>{pages}</span>}
    </Button>
  );
}
