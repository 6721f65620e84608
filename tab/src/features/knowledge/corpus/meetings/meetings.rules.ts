import type { Meeting } from '#contract/files/meetings.ts';
import { sourceTexts } from '#tab/features/files/sources/sources.texts.ts';
import type { SelectedFile } from '#tab/features/knowledge/corpus/addFiles.actions.ts';
import type { FileRow } from '#tab/features/knowledge/corpus/FileTable.tsx';

/** A row for each transcript. A meeting without one has a row that cannot be chosen, with the reason. */
export function toRows(meetings: readonly Meeting[]): FileRow[] {
  return meetings.flatMap(({ eventId, subject, start, organizer: owner, state, transcripts }) =>
    state === 'available'
      ? transcripts.map(({ transcriptId: id, fileName: name, createdOn: modifiedOn }) => ({
          id,
          name,
          modifiedOn,
          owner,
        }))
      : { id: eventId, name: subject, modifiedOn: start, owner, note: reasons[state], locked: true },
  );
}

const reasons = sourceTexts.meetings.states;

/** The transcripts with these ids. */
export function pickTranscripts(meetings: readonly Meeting[], ids: readonly string[]): SelectedFile[] {
  return meetings.flatMap(({ meetingId, transcripts }) =>
    transcripts
      .filter(({ transcriptId }) => meetingId !== null && ids.includes(transcriptId))
      .map(({ transcriptId: id, fileName: name }): SelectedFile => ({
        from: 'meeting',
        meetingId: meetingId ?? '',
        file: { id, name },
      })),
  );
}
