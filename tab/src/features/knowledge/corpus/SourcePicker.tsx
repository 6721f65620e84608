import { ToggleButton, Tooltip } from '@fluentui/react-components';
import { CalendarLtr20Regular, Desktop20Regular, FolderGlobe20Regular } from '@fluentui/react-icons';
import { useOrganization } from '../../../state/session.state.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

export type SourceName = 'sharepoint' | 'computer';

const texts = knowledgeTexts.corpus;

/**
 * Picker for the source of files. Meetings are always disabled, and shown only if the organization uses transcripts.
 */
export function SourcePicker({ source, onSource }: { source: SourceName; onSource: (source: SourceName) => void }) {
  const styles = useCorpusStyles();
  const meetings = useOrganization()?.features.showMeetingTranscripts ?? false;
  return (
    <div role="group" aria-label={texts.source} className={styles.bar}>
      <ToggleButton
        size="small"
        icon={<FolderGlobe20Regular />}
        checked={source === 'sharepoint'}
        onClick={() => onSource('sharepoint')}
      >
        {texts.sources.sharepoint}
      </ToggleButton>
      <ToggleButton
        size="small"
        icon={<Desktop20Regular />}
        checked={source === 'computer'}
        onClick={() => onSource('computer')}
      >
        {texts.sources.computer}
      </ToggleButton>
      {meetings && (
        <Tooltip content={texts.meetingsLater} relationship="description">
          <ToggleButton size="small" icon={<CalendarLtr20Regular />} disabledFocusable>
            {texts.sources.meetings}
          </ToggleButton>
        </Tooltip>
      )}
    </div>
  );
}
