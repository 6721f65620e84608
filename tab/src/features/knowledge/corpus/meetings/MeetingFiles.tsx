import { useState, useEffect } from 'react';
import { type Meeting, getMeetingTranscripts } from '#contract/files/meetings.ts';
import { isAvaError } from '#contract/errors.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sourceTexts } from '#tab/features/files/sources/sources.texts.ts';
import { filterMeetings } from '#tab/features/files/sources/filterMeetings.ts';
import type { SelectedFile } from '#tab/features/knowledge/corpus/addFiles.actions.ts';
import { useCorpusStyles } from '#tab/features/knowledge/corpus/corpusFiles.styles.ts';
import { FileSearch } from '#tab/features/knowledge/corpus/FileSearch.tsx';
import { FileTable } from '#tab/features/knowledge/corpus/FileTable.tsx';
import { useDebounced } from '#tab/features/knowledge/corpus/useCandidateFiles.ts';
import { pickTranscripts, toRows } from './meetings.rules.ts';

type Meetings =
  { name: 'loading' } | { name: 'ready'; meetings: readonly Meeting[] } | { name: 'failed'; detail: string };

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

/** Loads the meetings of the last two weeks with their transcripts. */
function useMeetings(): { meetings: Meetings; reload: () => void } {
  const [meetings, setMeetings] = useState<Meetings>({ name: 'loading' });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    setMeetings({ name: 'loading' });
    api.call(getMeetingTranscripts, {}, { signal: controller.signal }).then(
      (reply) => {
        if (!controller.signal.aborted) setMeetings({ name: 'ready', meetings: reply.meetings });
      },
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(knowledgeTexts.corpus.meetingsFailed, cause);
        const detail = isAvaError(cause) ? cause.detail : knowledgeTexts.corpus.meetingsFailed;
        setMeetings({ name: 'failed', detail });
      },
    );
    return () => controller.abort();
  }, [turn]);

  return { meetings, reload: () => setTurn((before) => before + 1) };
}
