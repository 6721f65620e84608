import { getMeetingTranscripts, type Meeting } from '../../../../api/contract/files/meetings.ts';
import { api } from '../../api.ts';

/** Online meetings of the last two weeks, newest first. Throws the reason if there are none to read. */
export async function loadMeetings(signal: AbortSignal): Promise<Meeting[]> {
  return (await api.call(getMeetingTranscripts, {}, { signal })).meetings;
}
