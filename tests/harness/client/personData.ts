import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { chatResponseWithContext, getChat, getChats, newChat } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { getFileBytes, getFileText, startFileText, type FileContextItem } from '../../../api/contract/files.ts';
import {
  applyEvent,
  emptyAnswer,
  followRun,
  getStatus,
  type Answer,
  type AnswerEvent,
  type FileText,
} from '../../../api/contract/runs.ts';
import { getSettings, saveSettings } from '../../../api/contract/settings.ts';
import { getEmbeddedFiles } from '../../../api/contract/corpusFiles.ts';
import { getSites } from '../../../api/contract/sites.ts';
import { getFileViewers, getWorkspace, saveFileViewer, saveWorkspace } from '../../../api/contract/workspace.ts';
import { eventually } from '../eventually.ts';

export const MODEL = 'gpt-4.1-foundry-2025-04-14';

/** The ids of what one person keeps in AVA: a chat with a question, its answer and a file, and what stands beside it. */
export interface Things {
  chatId: string;
  questionId: string;
  answerId: string;
  runId: string;
  sessionId: string;
  fileId: string;
  jobId: string;
  workspaceId: string;
  viewerId: string;
  siteId: string;
  /** A file of that site's corpus. */
  itemId: string;
}

/** A corpus with a file in it, by their ids. */
export type SiteThings = Pick<Things, 'siteId' | 'itemId'>;

/** A site and a file that nobody has. */
export const nobodysSite = (): SiteThings => ({
  siteId: randomUUID().replaceAll('-', ''),
  itemId: `01${randomUUID()}`,
});

/** Gives a person one thing of every kind; a site only where one is given. */
export async function makeThings(person: Client, says: string, site = nobodysSite()): Promise<Things> {
  const note = await uploadAndRead(person, new File([`${says}. Tea is at four.`], 'note.txt', { type: 'text/plain' }));
  const chatId = await makeChat(person);
  const ids = { sessionId: randomUUID(), questionId: randomUUID(), workspaceId: randomUUID(), viewerId: randomUUID() };
  const answer = await ask(person, {
    convo_id: chatId,
    event_session_id: ids.sessionId,
    request_id: ids.questionId,
    text: `repeat after me: ${says}`,
    file_context: [contextOf(note.file)],
  });
  await person.call(saveWorkspace, { workspace_id: ids.workspaceId, content: { notes: says, results: [] } });
  await person.call(saveFileViewer, {
    file_viewer_id: ids.viewerId,
    document_url: `https://northwind.example/${says}`,
  });
  await person.call(saveSettings, { settings: { customInstructions: `${says}.` } });
  return {
    ...site,
    ...ids,
    chatId,
    answerId: answer.message_id,
    runId: answer.run_id ?? '',
    fileId: note.file.file_id,
    jobId: note.jobId,
  };
}

/** Everything of a person that a call could show or change, as plain data. */
export async function stateOf(person: Client, things: Things): Promise<unknown> {
  const { chats } = await person.call(getChats, {});
  const bytes = await person.bytes(getFileBytes, { file_id: things.fileId });
  return {
    chats: await Promise.all(chats.map((chat) => person.call(getChat, { convo_id: chat.ConversationId }))),
    text: await person.call(getFileText, { file_id: things.fileId }),
    bytes: createHash('sha256')
      .update(new Uint8Array(await bytes.arrayBuffer()))
      .digest('hex'),
    job: await person.call(getStatus, { jobId: things.jobId }),
    events: await collect(await person.stream(followRun, { run_id: things.runId })),
    workspace: await person.call(getWorkspace, { workspace_id: things.workspaceId }),
    viewers: await person.call(getFileViewers, {}),
    settings: await person.call(getSettings, {}),
    sites: await person.call(getSites, {}),
    corpusFiles: await person.call(getEmbeddedFiles, {}),
  };
}

/** An empty chat's id. */
export async function makeChat(person: Client): Promise<string> {
  return (await person.call(newChat, {})).ConversationId;
}

/** A file as it goes with a message. */
export type FileOfMessage = z.input<typeof FileContextItem>;

interface Sending {
  convo_id: string;
  text: string;
  event_session_id?: string;
  request_id?: string;
  model?: string;
  file_context?: FileOfMessage[];
}

/** Sends a message and opens the stream of its answer. */
export function openAnswer(person: Client, sending: Sending, signal?: AbortSignal) {
  const whole = { event_session_id: randomUUID(), model: MODEL, ...sending };
  return person.stream(chatResponseWithContext, whole, signal ? { signal } : {});
}

/** Sends a message and waits for the end of its answer. */
export async function ask(person: Client, sending: Sending): Promise<Answer> {
  return fold(await collect(await openAnswer(person, sending)));
}

export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

/** The answer that events make, as the tab draws it. */
export function fold(events: readonly AnswerEvent[]): Answer {
  const answer = emptyAnswer(randomUUID(), null);
  for (const event of events) applyEvent(answer, event);
  return answer;
}

/** Uploads a file and waits for its text. */
export async function uploadAndRead(person: Client, file: File): Promise<{ jobId: string; file: FileText }> {
  const { job_id: jobId } = await person.upload(startFileText, {}, file);
  const { result, error } = await settled(person, jobId);
  if (!result) throw new Error(`${file.name} could not be read: ${error}`);
  return { jobId, file: result };
}

/** The status of a job once it has completed or failed. */
export function settled(person: Client, jobId: string, withinMs = 20_000) {
  return eventually(
    async () => {
      const status = await person.call(getStatus, { jobId });
      if (status.status === 'COMPLETED' || status.status === 'FAILURE') return status;
      throw new Error(`The job is still ${status.status}, ${status.stage}.`);
    },
    { withinMs, everyMs: 50 },
  );
}

/** A read file as it goes with a message. */
export function contextOf({ file_id: scrapedFileId, fileName, fileType, fileSize }: FileText): FileOfMessage {
  return { scrapedFileId, fileName, fileType: fileType as FileOfMessage['fileType'], fileSize };
}

/** A file whose content goes with the message. */
export function inlineFile(content: string, more: Partial<FileOfMessage> = {}): FileOfMessage {
  const fileSize = Buffer.byteLength(content);
  const file = { scrapedFileId: randomUUID(), fileName: 'pasted.txt', fileType: 'TXT', fileSize } as const;
  return { ...file, fileContent: content, ...more };
}
