import { z } from 'zod';
import { locationLabel, type TextPart } from '#contract/files/locations.ts';
import { listRecordings, readRecording } from '#api/meetings/meetings.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, READ_TIMEOUT_MS } from '#api/functions/avaFunction.ts';
import { createDataPassage } from '#api/functions/dataPassage.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/** Turns are joined up to this size, so that a long meeting fits into the passages of one result. */
const PASSAGE_CHARACTERS = 2_500;
const SECONDS_PER_MINUTE = 60;

/** What was said in a meeting that `list_meetings` has found. Graph gives it only to people who were invited. */
export const readTranscript = defineFunction({
  group: 'Meetings',
  name: 'read_transcript',
  title: functionTexts.readTranscript,
  description: 'Reads what was said in a meeting, by the handle that list_meetings returned for it.',
  args: z.object({
    meeting: z.string().trim().min(1).max(200).describe('handle such as e1'),
    recording: z.number().int().min(1).max(100).default(1).describe('if the meeting was recorded several times'),
    from_minute: z.number().int().min(0).max(2_000).default(0).describe('where to continue'),
  }),
  timeoutMs: READ_TIMEOUT_MS,
  describe({ meeting, from_minute: from }, { meetings }) {
    const name = meetings.find(meeting)?.subject || meeting;
    return from === 0 ? name : `${name}, from minute ${from}`;
  },
  async run({ ctx, person, found, signal }, { meeting: handle, recording, from_minute: from }) {
    const event = found.meetings.get('meeting', handle);
    const { meetingId, transcripts } = await listRecordings(ctx, person, event.joinUrl, signal);
    const transcript = transcripts[recording - 1];
    if (!transcript) throw new ArgumentError(functionTexts.noSuchRecording(transcripts.length));
    const turns = await readRecording(ctx, person, { meetingId, transcriptId: transcript.id }, signal);
    const parts = joinTurns(turns.filter(({ location }) => getEnd(location) > from * SECONDS_PER_MINUTE));
    const name = event.subject || 'Meeting';
    return {
      summary: `Read recording ${recording} of ${transcripts.length} of ${handle}.${parts.length === 0 ? ' Nobody speaks from there on.' : ''}`,
      origins: [{ personId: person.id }],
      passages: parts.map(({ location, text }) =>
        createDataPassage({
          id: event.id,
          name,
          type: 'MEETING',
          text,
          place: locationLabel(location),
          link: event.webUrl,
          date: transcript.createdOn,
        }),
      ),
    };
  },
});

/** Joins turns that follow each other. A joined part has no speaker, because each turn names its own. */
function joinTurns(turns: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const { location, text } of turns) {
    const last = joined.at(-1);
    if (!last || last.location.kind !== 'time' || last.text.length + text.length > PASSAGE_CHARACTERS) {
      joined.push({ location, text });
      continue;
    }
    last.text += `\n${text}`;
    last.location = { kind: 'time', from: last.location.from, to: getEnd(location) };
  }
  return joined;
}

/** The second at which a turn ends. */
function getEnd(location: TextPart['location']): number {
  return location.kind === 'time' ? location.to : 0;
}
