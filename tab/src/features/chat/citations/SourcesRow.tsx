import { Button, Tooltip } from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { formatPages, groupBySource, getStanding, type Source, canOpenSource } from './citations.rules.ts';
import { useCitationStyles } from './citations.styles.ts';
import { openCitation, openCitedFile } from './openCitation.ts';
import { StandingIcon } from './StandingNote.tsx';

/** Lists each file that an answer cites once, with the cited pages. */
export function SourcesRow({ links }: { links: readonly Citation[] }) {
  const styles = useCitationStyles();
  if (links.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={chatTexts.sources}>
      {groupBySource(links).map((source) => (
        <li key={source.fileId} className={styles.item}>
          <SourceButton source={source} />
          <SharePointButton source={source} />
        </li>
      ))}
    </ul>
  );
}

function SourceButton({ source }: { source: Source }) {
  const styles = useCitationStyles();
  const standing = getStanding(source);
  const note = standing === 'holds' ? '' : chatTexts.standing[standing];
  const readable = source.citations.find((link) => link.standing !== 'denied' && canOpenSource(link));
  const pages = formatPages(source);
  return (
    <Button
      size="small"
      className={styles.source}
      icon={standing === 'holds' ? <FileIcon fileType={source.fileType} /> : <StandingIcon standing={standing} />}
      title={[source.fileName, note].filter(Boolean).join(' · ')}
      aria-description={note || undefined}
      disabledFocusable={!readable}
      onClick={() => readable && openCitation(readable)}
    >
      <FileName name={source.fileName} className={styles.sourceName} />
      {pages && <span className={styles.sourcePages}>{pages}</span>}
    </Button>
  );
}

/** Opens a source in SharePoint. Renders nothing for a person's own file or for one that they can't open. */
function SharePointButton({ source }: { source: Source }) {
  const stored = source.citations.find((link) => link.standing !== 'denied' && link.site !== null);
  if (!stored) return null;
  return (
    <Tooltip content={chatTexts.openSource(source.fileName)} relationship="label">
      <Button size="small" appearance="subtle" icon={<OpenRegular />} onClick={() => openCitedFile(stored)} />
    </Tooltip>
  );
}
