import type { ErrorCode } from '#contract/errors.ts';
import { startFileTextFromUrl } from '#contract/files/files.ts';
import { getMeetingTranscript, getMeetingTranscripts, saveMeetingTranscript } from '#contract/files/meetings.ts';
import {
  attachMessage,
  browseDrive,
  getRecentFiles,
  getSourceLibraries,
  getSourceSites,
  searchSource,
  type SourceEntry,
} from '#contract/files/sources.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const namesOf = (entries: SourceEntry[]) => entries.map((entry) => ('name' in entry ? entry.name : entry.title));

/** Starts an extraction with `start` and returns the text. */
async function readText(person: string, start: Promise<{ job_id: string }>) {
  const { result, error } = await waitForJob(app.as(person), (await start).job_id);
  if (!result) throw new Error(`The text could not be read: ${error}`);
  return result;
}

function expectError(call: Promise<unknown>, code: ErrorCode) {
  return expect(call).rejects.toMatchObject({ code });
}

describe('files', () => {
  /** @proves call:startFileTextFromUrl */
  it('Ada finds the files that she opened last, newest first, and attaches one', async () => {
    const { entries } = await app.as('ada').call(getRecentFiles, {});
    expect(namesOf(entries)).toEqual(['Quay walk.txt', 'Budget 2027.pdf', 'Investment Plan.pdf']);
    const [file] = entries;
    if (file?.kind !== 'file') throw new Error('It is not a file.');
    expect(file.resource?.siteId).toMatch(/^[0-9a-f-]{36}$/);
    const start = app.as('ada').call(startFileTextFromUrl, { file_url: file.url, file_name: file.name });
    expect((await readText('ada', start)).message).toContain('pier nine');
    await expectError(app.as('ben').call(startFileTextFromUrl, { file_url: file.url }), 'not_found');
  });

  it('Ada opens the folders of her OneDrive, and Ben has none', async () => {
    const ada = app.as('ada');
    const root = await ada.call(browseDrive, {});
    expect(namesOf(root.entries)).toEqual(['Notes', 'Speech for the anniversary.docx']);
    const [notes] = root.entries;
    if (notes?.kind !== 'folder') throw new Error('It is not a folder.');
    const inside = { drive_id: notes.driveId, folder_id: notes.folderId };
    expect(namesOf((await ada.call(browseDrive, inside)).entries)).toEqual(['Quay walk.txt']);
    await expectError(app.as('ben').call(browseDrive, {}), 'no_drive');
    await expectError(app.as('ben').call(browseDrive, inside), 'not_found');
  });

  it('Ada goes from a site she follows to its libraries and files', async () => {
    const ada = app.as('ada');
    const { sites } = await ada.call(getSourceSites, {});
    expect(sites[0]).toMatchObject({ name: 'Finance', followed: true });
    expect(sites.map(({ name }) => name)).not.toContain('Ada Moreau');
    const { libraries } = await ada.call(getSourceLibraries, { site_id: sites[0]!.id });
    const { entries } = await ada.call(browseDrive, { drive_id: libraries[0]!.driveId });
    expect(namesOf(entries)).toContain('Planning');
    expect((await app.as('cleo').call(getSourceSites, {})).sites.map(({ name }) => name)).not.toContain('Finance');
    await expectError(app.as('cleo').call(browseDrive, { drive_id: libraries[0]!.driveId }), 'not_found');
  });

  /** @proves threat:source-access limit:GRAPH_SEARCH_HITS */
  it('a search finds what the person can read only, at most 20', async () => {
    const search = { source: 'files', text: 'printing press' } as const;
    const { entries } = await app.as('ben').call(searchSource, search);
    expect(entries).toMatchObject([
      { name: 'Investment Plan.pdf', excerpt: expect.stringContaining('printing press') },
    ]);
    expect((await app.as('cleo').call(searchSource, search)).entries).toEqual([]);
    expect((await app.as('ada').call(searchSource, { source: 'files', text: '2026' })).entries.length).toBeLessThan(21);
  });
});

describe('mail', () => {
  it('lists the latest mails, finds one by its words and attaches it', async () => {
    const ada = app.as('ada');
    expect(namesOf((await ada.call(searchSource, { source: 'mail' })).entries)).toEqual([
      'Fabrikam showroom: last questions',
      'Lamps on the quay',
    ]);
    const { entries } = await ada.call(searchSource, { source: 'mail', text: 'electrician' });
    expect(entries).toMatchObject([{ kind: 'mail', title: 'Lamps on the quay', sender: 'Inés Caballero' }]);
    const mail = entries[0] as { id: string };
    const { message } = await readText('ada', ada.call(attachMessage, { kind: 'mail', id: mail.id }));
    expect(message).toContain('4,200 crowns');
    await expectError(app.as('ben').call(attachMessage, { kind: 'mail', id: mail.id }), 'not_found');
  });

  it('says that a person has no mailbox', async () => {
    await app.control('graph', 'mailbox', { person: 'mika', exists: false });
    await expectError(app.as('mika').call(searchSource, { source: 'mail' }), 'no_mailbox');
    await expectError(app.as('mika').call(getMeetingTranscripts, {}), 'no_mailbox');
  });

  /** @proves threat:source-consent */
  it('needs a consent that the other sources do not need', async () => {
    await app.control('identity', 'consent', { person: 'ines', granted: false, scope: 'Mail.Read' });
    await expectError(app.as('ines').call(searchSource, { source: 'mail' }), 'consent_required');
    expect((await app.as('ines').call(searchSource, { source: 'files', text: 'printing press' })).entries).toHaveLength(
      1,
    );
  });
});

/** @proves threat:source-access */
it('a chat message is found without the notices of Teams, and attached with its text', async () => {
  const ada = app.as('ada');
  const { entries } = await ada.call(searchSource, { source: 'chats', text: 'exhibition' });
  expect(entries.map((entry) => 'sender' in entry && entry.sender).toSorted()).toEqual(['Ben Okafor', 'Greta Nilsen']);
  const crates = entries.find((entry) => 'sender' in entry && entry.sender === 'Greta Nilsen');
  if (crates?.kind !== 'chat') throw new Error('It is not a chat message.');
  const reference = { kind: 'chat', id: crates.id, chat_id: crates.chatId! } as const;
  const text = await readText('ada', ada.call(attachMessage, reference));
  expect(text.message).toContain('Monday at 7:15');
  expect(text.message).toContain('Greta Nilsen');
  await expectError(app.as('cleo').call(attachMessage, reference), 'not_found');
});

describe('meetings', () => {
  const list = async (person = 'ada') => (await app.as(person).call(getMeetingTranscripts, {})).meetings;
  const find = async (subject: string) => {
    const meeting = (await list()).find((candidate) => candidate.subject === subject);
    return { meeting_id: meeting!.meetingId!, transcript_id: meeting!.transcripts[0]!.transcriptId };
  };

  it('of the organization in the last two weeks are listed newest first, each with its state', async () => {
    expect((await list()).map(({ subject, state }) => [subject, state])).toEqual([
      ['Sales call', 'producing'],
      ['Budget review', 'available'],
      ['Design weekly', 'none'],
      ['Board preparation', 'notParticipant'],
      ['Hiring plan: design & engineering', 'available'],
    ]);
  });

  /** @proves call:getMeetingTranscript call:saveMeetingTranscript */
  it('have transcripts by turns of the speakers, saved with subject and date', async () => {
    const ada = app.as('ada');
    const ids = await find('Budget review');
    const transcript = await ada.call(getMeetingTranscript, ids);
    expect(transcript.transcript).toContain('Ben Okafor: The roof of the workshop needs 38,500 crowns');
    expect(transcript.fileName).toMatch(/^Budget review [A-Z][a-z]{2} \d{1,2}, \d{4}\.txt$/);
    expect(transcript.speakersHidden).toBe(false);
    const { extraction, fileName } = await readText('ada', ada.call(saveMeetingTranscript, ids));
    expect(fileName).toBe(transcript.fileName);
    expect(extraction.parts[1]).toMatchObject({ location: { kind: 'time', from: 6, speaker: 'Ben Okafor' } });
  });

  /** @proves threat:source-access */
  it('of other people have no transcript for a person, whatever ids they send', async () => {
    await expectError(app.as('cleo').call(getMeetingTranscript, await find('Budget review')), 'not_participant');
    const [latest, earlier] = (await list()).find(({ transcripts }) => transcripts.length === 2)!.transcripts;
    expect(latest!.createdOn > earlier!.createdOn).toBe(true);
  });

  it('show that the organization hides speakers', async () => {
    await app.control('graph', 'transcripts', { speakers: false });
    const ids = await find('Budget review');
    const transcript = await app.as('ada').call(getMeetingTranscript, ids);
    expect(transcript).toMatchObject({ speakersHidden: true, transcript: expect.stringContaining('38,500 crowns') });
    expect(transcript.transcript).not.toContain('Ben Okafor');
    const saved = await app.as('ada').call(saveMeetingTranscript, ids);
    expect(saved.speakersHidden).toBe(true);
    expect((await readText('ada', Promise.resolve(saved))).message).toContain('38,500 crowns');
    await app.control('graph', 'transcripts', { speakers: true });
  });

  /** @proves call:getMeetingTranscripts */
  it('say that the organization gives applications no transcripts', async () => {
    const ids = await find('Budget review');
    await app.control('graph', 'transcripts', { access: false });
    await expectError(app.as('ada').call(getMeetingTranscripts, {}), 'transcripts_off');
    await expectError(app.as('ada').call(saveMeetingTranscript, ids), 'transcripts_off');
    await app.control('graph', 'transcripts', { access: true });
  });

  /** @proves threat:source-consent */
  it('need a consent', async () => {
    await app.control('identity', 'consent', { person: 'greta', granted: false, scope: 'Calendars.Read' });
    await expectError(app.as('greta').call(getMeetingTranscripts, {}), 'consent_required');
  });

  it('can lose a transcript after they were listed', async () => {
    const ids = await find('Budget review');
    await app.control('graph', 'transcripts/remove', { meeting: 'budget-review' });
    await expectError(app.as('ada').call(saveMeetingTranscript, ids), 'no_transcript');
  });
});
