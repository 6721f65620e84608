import { ToggleButton } from '@fluentui/react-components';
import { CalendarLtr20Regular, Desktop20Regular, FolderGlobe20Regular } from '@fluentui/react-icons';
import { useOrganization } from '#tab/state/session.state.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

const icons = {
  sharepoint: <FolderGlobe20Regular />,
  computer: <Desktop20Regular />,
  meetings: <CalendarLtr20Regular />,
};
export type SourceName = keyof typeof icons;
const sources = Object.keys(icons) as SourceName[];

const texts = knowledgeTexts.corpus;

/** Picker for the source of files. Meetings are shown only if the organization uses transcripts. */
export function SourcePicker({ source, onSource }: { source: SourceName; onSource: (source: SourceName) => void }) {
  const styles = useCorpusStyles();
  const hasMeetings = useOrganization()?.features.showMeetingTranscripts ?? false;
  return (
    <div role="group" aria-label={texts.source} className={styles.bar}>
      {sources
        .filter((name) => name !== 'meetings' || hasMeetings)
        .map((name) => (
          <ToggleButton
            key={name}
            size="small"
            icon={icons[name]}
            checked={source === name}
            onClick={() => onSource(name)}
          >
            {texts.sources[name]}
          </ToggleButton>
        ))}
    </div>
  );
}
