import { useState } from 'react';
import type { Meeting } from '../../../../../../api/contract/files/meetings.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../../ui/TextSkeleton.tsx';
import { knowledgeTexts } from '../../knowledge.texts.ts';
import { sourceTexts } from '../../../files/sources/sources.texts.ts';
import { filterMeetings } from '../../../meetings/meetings.rules.ts';
import type { SelectedFile } from '../addFiles.actions.ts';
import { useCorpusStyles } from '../corpusFiles.styles.ts';
import { FileSearch } from '../FileSearch.tsx';
import { FileTable } from '../FileTable.tsx';
import { useDebounced } from '../useCandidateFiles.ts';
import { pickTranscripts, toRows } from './meetings.rules.ts';
import { useMeetings } from './useMeetings.ts';

const texts = knowledgeTexts.corpus;

interface MeetingFilesProps {
  chosen: ReadonlyMap<string, SelectedFile>;
  disabled: boolean;
  onChoose: (files: readonly SelectedFile[], chosen: boolean) => void;
}

/** Transcripts of the person's meetings in the last two weeks. */
export function MeetingFiles({ chosen, disabled, onChoose }: MeetingFilesProps) {
  const styles = useCorpusStyles();
  const [search, setSearch] = useState('');
  const term = useDebounced(search);
  const { meetings, reload } = useMeetings();
  return (
    <>
      <FileSearch value={search} onChange={setSearch} onReload={reload} />
      <div className={styles.frame} tabIndex={-1}>
        {meetings.name === 'loading' && <TextSkeleton label={texts.reload} lines={6} />}
        {meetings.name === 'failed' && (
          <div className={styles.centered}>
            <ErrorMessage text={meetings.detail} retry={{ label: knowledgeTexts.retry, action: reload }} />
          </div>
        )}
        {meetings.name === 'ready' && (
          <MeetingTable
            meetings={meetings.meetings}
            search={term}
            chosen={chosen}
            disabled={disabled}
            onChoose={onChoose}
          />
        )}
      </div>
    </>
  );
}

type MeetingTableProps = MeetingFilesProps & { meetings: readonly Meeting[]; search: string };

function MeetingTable({ meetings, search, chosen, disabled, onChoose }: MeetingTableProps) {
  if (meetings.length === 0) return <EmptyState title={sourceTexts.empty.meetings} />;
  const found = filterMeetings(meetings, search);
  if (found.length === 0) return <EmptyState title={texts.nothingFound} />;
  return (
    <FileTable
      rows={toRows(found)}
      chosen={new Set(chosen.keys())}
      disabled={disabled}
      onChoose={(ids, yes) => onChoose(pickTranscripts(meetings, ids), yes)}
    />
  );
}
