import * as contract from '#contract/files/meetings.ts';
import type { Mounting } from '#api/http/mount.ts';
import { listMeetings, readTranscript, saveTranscript } from '#api/meetings/meetings.ts';
import { createUploadLimit } from '#api/policies/personLimits.ts';
import type { AppContext } from '#api/context.ts';

export function mountMeetings({ call }: Mounting, ctx: AppContext): void {
  const limitDownloads = createUploadLimit();
  call(contract.getMeetingTranscripts, async (_, person) => ({ meetings: await listMeetings(ctx, person) }));
  call(contract.getMeetingTranscript, ({ meeting_id, transcript_id }, person, signal) =>
    limitDownloads(person, () => readTranscript(ctx, person, meeting_id, transcript_id, signal)),
  );
  call(contract.saveMeetingTranscript, ({ meeting_id, transcript_id }, person, signal) =>
    limitDownloads(person, () => saveTranscript(ctx, person, meeting_id, transcript_id, signal)),
  );
}
