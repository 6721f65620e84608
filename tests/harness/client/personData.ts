import { createHash, randomUUID } from 'node:crypto';
import { getChat, getChats, renameChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getEmbeddedFiles } from '#contract/sites/corpusFiles.ts';
import { getRatings } from '#contract/chats/feedback.ts';
import { getFileBytes, getFileText } from '#contract/files/files.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { createPrompt, getFilePrompts } from '#contract/prompts/prompts.ts';
import { getSettings, saveSettings } from '#contract/settings.ts';
import { getSites } from '#contract/sites/sites.ts';
import { getTask, getTasks } from '#contract/tasks/tasks.ts';
import { getTaskLibrary, saveLibraryTask } from '#contract/tasks/taskLibrary.ts';
import { getFileViewers, getWorkspace, saveFileViewer, saveWorkspace } from '#contract/workspace.ts';
import { ask, collect, makeChat } from './answers.ts';
import { makeTask, runAll } from './tasks.ts';
import { toMessageFile, uploadAndRead } from './uploads.ts';

/** Ids of a task with a step and a run, and of its item in the library. */
export interface TaskIds {
  taskId: string;
  stepId: string;
  taskRunId: string;
  libraryId: string;
}

/** Ids of one person's data: a chat with a question, its answer and a file, and one item of every other kind. */
export interface PersonData extends TaskIds {
  chatId: string;
  questionId: string;
  answerId: string;
  runId: string;
  sessionId: string;
  fileId: string;
  jobId: string;
  workspaceId: string;
  viewerId: string;
  /** A private prompt. */
  promptId: string;
  siteId: string;
  /** A file of that site's corpus. */
  itemId: string;
}

/** Ids of a corpus and of a file in it. */
export type CorpusFileIds = Pick<PersonData, 'siteId' | 'itemId'>;

/** Ids of a site and a file that do not exist. */
export const makeUnknownIds = (): CorpusFileIds => ({
  siteId: randomUUID().replaceAll('-', ''),
  itemId: `01${randomUUID()}`,
});

/** Ids of a task that does not exist. */
export const makeUnknownTask = (): TaskIds => ({
  taskId: randomUUID(),
  stepId: randomUUID(),
  taskRunId: randomUUID(),
  libraryId: randomUUID(),
});

/** Creates a task with a finished run, and saves it to the library. The feature `tasks` has to be on. */
export async function createTaskData(person: Client, title: string): Promise<TaskIds> {
  const { taskId, stepIds } = await makeTask(person, { title, prompts: [`repeat after me: ${title}`] });
  const run = await runAll(person, taskId);
  const libraryId = randomUUID();
  await person.call(saveLibraryTask, {
    library_task: {
      TaskLibraryId: libraryId,
      TaskId: taskId,
      TaskLibraryTitle: `${title} ${libraryId}`,
      TaskLibraryDescription: 'Tea.',
    },
  });
  return { taskId, stepId: stepIds[0] ?? '', taskRunId: run.run_id, libraryId };
}

/** Reads everything of a person's tasks that a call could change. */
export async function readTaskData(person: Client): Promise<unknown> {
  const { tasks } = await person.call(getTasks, {});
  return {
    tasks: await Promise.all(tasks.map(({ TaskId }) => person.call(getTask, { task_id: TaskId }))),
    library: await person.call(getTaskLibrary, {}),
  };
}

/**
 * Creates one item of every kind for a person, except a corpus and a task: a corpus takes long, and a task needs a feature that
 * can be off, so the caller passes them if needed.
 */
export async function createPersonData(
  person: Client,
  text: string,
  corpusFile = makeUnknownIds(),
  task = makeUnknownTask(),
): Promise<PersonData> {
  const note = await uploadAndRead(person, new File([`${text}. Tea is at four.`], 'note.txt', { type: 'text/plain' }));
  const chatId = await makeChat(person);
  const ids = {
    sessionId: randomUUID(),
    questionId: randomUUID(),
    workspaceId: randomUUID(),
    viewerId: randomUUID(),
    promptId: randomUUID(),
  };
  const answer = await ask(person, {
    convo_id: chatId,
    event_session_id: ids.sessionId,
    request_id: ids.questionId,
    text: `repeat after me: ${text}`,
    file_context: [toMessageFile(note.file)],
  });
  // Without this title, AVA would generate one while the test runs.
  await person.call(renameChat, { convo_id: chatId, title: text });
  await person.call(saveWorkspace, { workspace_id: ids.workspaceId, content: { notes: text, results: [] } });
  await person.call(saveFileViewer, {
    file_viewer_id: ids.viewerId,
    document_url: `https://northwind.example/${text}`,
  });
  await person.call(createPrompt, {
    prompt_id: ids.promptId,
    prompt_title: `${text} ${ids.promptId}`,
    prompt_text: `${text}.`,
  });
  await person.call(saveSettings, { settings: { customInstructions: `${text}.` } });
  return {
    ...corpusFile,
    ...task,
    ...ids,
    chatId,
    answerId: answer.message_id,
    runId: answer.run_id ?? '',
    fileId: note.file.file_id,
    jobId: note.jobId,
  };
}

/** Reads everything of a person that a call could show or change, as plain data. */
export async function readPersonData(person: Client, data: PersonData): Promise<unknown> {
  const { chats } = await person.call(getChats, {});
  const bytes = await person.bytes(getFileBytes, { file_id: data.fileId });
  return {
    chats: await Promise.all(chats.map((chat) => person.call(getChat, { convo_id: chat.ConversationId }))),
    text: await person.call(getFileText, { file_id: data.fileId }),
    bytes: createHash('sha256')
      .update(new Uint8Array(await bytes.arrayBuffer()))
      .digest('hex'),
    job: await person.call(getStatus, { jobId: data.jobId }),
    events: await collect(await person.stream(followAnswerRun, { run_id: data.runId })),
    ratings: await person.call(getRatings, { convo_id: data.chatId }),
    workspace: await person.call(getWorkspace, { workspace_id: data.workspaceId }),
    viewers: await person.call(getFileViewers, {}),
    settings: await person.call(getSettings, {}),
    prompts: (await person.call(getFilePrompts, {})).prompts.filter(({ mine }) => mine),
    sites: await person.call(getSites, {}),
    corpusFiles: await person.call(getEmbeddedFiles, {}),
  };
}
