import { proxy } from 'valtio';
import type { AnswerState } from '#contract/runs/answerEvents.ts';
import type { Site } from '#contract/sites/sites.ts';
import { chats, type Entry, type OpenChat } from '#tab/features/chat/chat.state.ts';
import type { ChatFile, FileProgress } from '#tab/features/files/files.state.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { session } from '#tab/state/session.state.ts';
import {
  ada,
  sampleFile,
  sampleId,
  sampleMessage,
  sampleMetadata,
  sampleModel,
  sampleOrganization,
  signedInAsAda,
} from '#tab/testing/samples.ts';

export const HELP_SITE_ID = 'a7d0027b773141ed869218fa5c83ba25';

export const models = [
  sampleModel({
    model_alias: 'best',
    label: 'GPT-4o (Recommended)',
    short_description: 'For most questions',
    data_cutoff_datestring: 'October 2023',
  }),
  sampleModel({ model_alias: 'beta', model_name: 'gpt-4.1', label: 'GPT-4.1', short_description: 'Long documents' }),
];

/** Ada is signed in, with everything that a profile can have. */
export function signInOnBoard(): void {
  session.status = {
    name: 'signedIn',
    ...signedInAsAda(),
    models,
    person: {
      ...ada,
      phone: '+44 20 5550 0101',
      officeLocation: 'Harbour 3.12',
      teams: [
        { id: '1', name: 'Finance' },
        { id: '2', name: 'Board' },
      ],
    },
    organization: sampleOrganization({
      helpSiteId: HELP_SITE_ID,
      supportEmail: 'ava-support@northwind.example',
      samplePrompts: [
        { title: 'Summarize a file', prompt: 'Summarize the attached file in five points.', file: 'Handbook.pdf' },
        { title: 'Learn what works here', prompt: 'What can you do?' },
      ],
    }),
  };
  settings.status = { name: 'ready' };
}

/** A chat with this entry, open on the board. Returns its id. */
export function openSampleChat(...entries: Entry[]): string {
  const chatId = sampleId();
  const chat: OpenChat = {
    ...emptyChat,
    loading: { name: 'ready' },
    entries,
  };
  chats.open[chatId] = chat;
  chats.metadata = [...chats.metadata, sampleMetadata({ ConversationId: chatId })];
  return chatId;
}

const emptyChat: OpenChat = {
  type: 'chat',
  loading: { name: 'loading' },
  entries: [],
  earlier: { name: 'none' },
  isAutoscrolling: true,
  sendCount: 0,
};

export function sampleEntry(changes: Partial<Entry> = {}): Entry {
  const id = sampleId();
  return proxy({
    ...sampleMessage({ message_id: id, source: 'AVA', content: 'Economy class is booked for short flights [1].' }),
    key: id,
    delivery: 'stored',
    failure: null,
    loadingMessage: 'Reading your question…',
    connection: 'live',
    ...changes,
  });
}

export const answerStates: Record<AnswerState['name'], AnswerState> = {
  streaming: { name: 'streaming', stage: 'thinking' },
  complete: { name: 'complete', finish: 'stop' },
  stopped: { name: 'stopped' },
  failed: {
    name: 'failed',
    error: { code: 'too_many_requests', detail: "I'm getting too many requests right now. Please wait a moment." },
  },
  interrupted: { name: 'interrupted' },
};

type ProgressByState = { [State in FileProgress['state']]: Extract<FileProgress, { state: State }> };

export const fileStates: ProgressByState = {
  waiting: { state: 'waiting' },
  compressing: { state: 'compressing' },
  uploading: { state: 'uploading', percent: 40 },
  reading: { state: 'reading', jobId: 'job', percent: 70 },
  ready: { state: 'ready', content: { kind: 'text', fileId: 'file', tokens: 1_200, bytes: 4_800 } },
  failed: { state: 'failed', reason: 'The file is locked with a password.', retry: true },
};

export function sampleChatFile(progress: FileProgress, name = 'Travel policy.pdf'): ChatFile {
  const date = '2026-10-01T09:00:00.000Z';
  return { id: sampleId(), name, fileType: 'PDF', size: 90_000, date, ...progress };
}

export function sampleSite(name: string, changes: Partial<Site> = {}): Site {
  return {
    SiteId: sampleId().replaceAll('-', ''),
    SiteName: name,
    SiteLink: 'https://northwind.example/sites/finance',
    CorpusDescription: 'Invoices, budgets and the travel policy of the whole group.',
    CorpusPrompt: '',
    CorpusConfig: { document_library_name: 'Documents', document_library_id: 'b!1', list_name: '', list_id: '' },
    CreatorEmail: ada.email,
    isHelp: false,
    can: { edit: true, removeAnyFile: true },
    ...changes,
  };
}

/** A file of a sent message. */
export function sampleMessageFile(changes: Partial<Entry['files'][number]> = {}): Entry['files'][number] {
  return { ...sampleFile(), tokens: 1_200, ...changes };
}
