import { type Meeting, getMeetingTranscripts } from '#contract/files/meetings.ts';
import {
  browseDrive,
  getRecentFiles,
  getSourceLibraries,
  getSourceSites,
  searchSource,
} from '#contract/files/sources.ts';
import { api } from '#tab/api.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { filterMeetings } from './filterMeetings.ts';
import { openFolder, toRow } from './sources.rules.ts';
import type { PickerPage, PickerRow, Place, SourceName } from './sources.state.ts';
import { sourceTexts } from './sources.texts.ts';

/** Loads a page of the picker: a search, a folder, or the start of a source. */
export async function loadPage(
  source: SourceName,
  place: Place | null,
  text: string,
  signal: AbortSignal,
): Promise<PickerPage> {
  if (source === 'meetings') return toPage(filterMeetings(await loadMeetings(signal), text).flatMap(toMeetingRows));
  if (source === 'chats' || source === 'mail') return search(source, text, signal);
  if (text !== '') return searchFiles(source, text, signal);
  if (place?.at.kind === 'site') return listLibraries(place.at.siteId, signal);
  if (place?.at.kind === 'folder') return browse(place.at.driveId, place.at.folderId, signal);
  if (source === 'sites') return toPage(await listSites('', signal));
  if (source === 'drive') return browse(null, null, signal);
  return toPage((await api.call(getRecentFiles, {}, { signal })).entries.map(toRow));
}

async function search(source: 'files' | 'chats' | 'mail', text: string, signal: AbortSignal): Promise<PickerPage> {
  return toPage((await api.call(searchSource, { source, text }, { signal })).entries.map(toRow));
}

async function searchFiles(source: SourceName, text: string, signal: AbortSignal): Promise<PickerPage> {
  const sites = source === 'sites' ? listSites(text, signal) : [];
  const [found, files] = await Promise.all([sites, search('files', text, signal)]);
  return toPage([...found, ...files.rows]);
}

async function listSites(text: string, signal: AbortSignal): Promise<PickerRow[]> {
  const { sites } = await api.call(getSourceSites, { search: text }, { signal });
  return sites.map(({ id, name, followed }) => ({
    id,
    icon: 'site',
    title: name,
    detail: followed ? sourceTexts.followed : '',
    excerpt: '',
    target: { kind: 'open', place: { name, at: { kind: 'site', siteId: id } } },
  }));
}

async function listLibraries(siteId: string, signal: AbortSignal): Promise<PickerPage> {
  const { libraries } = await api.call(getSourceLibraries, { site_id: siteId }, { signal });
  return toPage(
    libraries.map(({ driveId, name }) => ({
      id: driveId,
      icon: 'library',
      title: name,
      detail: '',
      excerpt: '',
      target: openFolder(name, driveId, null),
    })),
  );
}

async function browse(driveId: string | null, folderId: string | null, signal: AbortSignal): Promise<PickerPage> {
  const at = { ...(driveId && { drive_id: driveId }), ...(folderId && { folder_id: folderId }) };
  const { entries, truncated } = await api.call(browseDrive, at, { signal });
  return { rows: entries.map(toRow), note: truncated ? sourceTexts.truncated : null };
}

const toPage = (rows: PickerRow[]): PickerPage => ({ rows, note: null });

/** One row for each transcript; for a meeting without one, a row that says why. */
function toMeetingRows(meeting: Meeting): PickerRow[] {
  const { eventId, meetingId, subject, organizer, start, state, transcripts } = meeting;
  const title = subject || sourceTexts.noSubject;
  const detail = sourceTexts.from(sourceTexts.meetings.organizer(organizer), formatDate(start, 'medium'));
  const row = { icon: 'meeting' as const, title, detail, excerpt: '' };
  if (state !== 'available' || meetingId === null) {
    const reason = sourceTexts.meetings.states[state === 'available' ? 'unavailable' : state];
    return [{ ...row, id: eventId, target: { kind: 'disabled', reason } }];
  }
  return transcripts.map(({ transcriptId, fileName, createdOn }, index) => ({
    ...row,
    id: transcriptId,
    excerpt: transcripts.length > 1 ? sourceTexts.meetings.part(transcripts.length - index, transcripts.length) : '',
    target: {
      kind: 'attach',
      file: {
        name: fileName,
        type: 'text/plain',
        size: 0,
        date: createdOn,
        source: { kind: 'meeting', meetingId, transcriptId },
        resource: null,
      },
    },
  }));
}

/** Online meetings of the last two weeks, newest first. Throws the reason if there are none to read. */
async function loadMeetings(signal: AbortSignal): Promise<Meeting[]> {
  return (await api.call(getMeetingTranscripts, {}, { signal })).meetings;
}
