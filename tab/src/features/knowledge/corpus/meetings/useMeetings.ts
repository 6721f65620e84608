import { useEffect, useState } from 'react';
import { isAvaError } from '../../../../../../api/contract/errors.ts';
import { getMeetingTranscripts, type Meeting } from '../../../../../../api/contract/files/meetings.ts';
import { api } from '../../../../api.ts';
import { logFailure } from '../../../../state/log.ts';
import { knowledgeTexts } from '../../knowledge.texts.ts';

export type Meetings =
  { name: 'loading' } | { name: 'ready'; meetings: readonly Meeting[] } | { name: 'failed'; detail: string };

/** Loads the meetings of the last two weeks with their transcripts. */
export function useMeetings(): { meetings: Meetings; reload: () => void } {
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
