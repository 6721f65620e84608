import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { endpoints } from '../../api/contract/endpoints.ts';
import { personNamed } from '../../env/sandbox/people.ts';
import { encode, send, type Ask, type Reply } from './http.ts';
import { MODEL, type Things } from './things.ts';

const sending = ({ chatId }: Things) => ({
  convo_id: chatId,
  event_session_id: randomUUID(),
  model: MODEL,
  text: 'repeat after me: good morning',
});

const attached = ({ fileId }: Things) => [
  { scrapedFileId: fileId, fileName: 'note.txt', fileType: 'TXT', fileSize: 30 },
];

const citation = (things: Things) => ({
  number: 1,
  fileid: things.fileId,
  filename: 'note.txt',
  pagenumber: null,
  place: 'whole document',
  datatype: 'TXT',
  link: null,
  lastModified: null,
  quote: 'Tea is at four.',
  standing: 'holds',
});

/** For every call of the contract one way to make it well, with a person's own things. A new call needs a line here. */
const exampleAsks: Readonly<Record<string, (things: Things) => Ask>> = {
  chatResponse: sending,
  chatResponseWithContext: (things) => ({ ...sending(things), file_context: attached(things) }),
  completion: (things) => ({
    ...sending(things),
    deployment_name: MODEL,
    stream: true,
    file_context: attached(things),
  }),
  cancelChatResponse: ({ chatId, sessionId }) => ({ convo_id: chatId, event_session_id: sessionId }),
  generateTitle: ({ chatId }) => ({ convo_id: chatId, text: 'When is tea served on Fridays?' }),
  renameChat: ({ chatId }) => ({ convo_id: chatId, title: 'Tea' }),
  appendMessage: (things) => ({
    convo_id: things.chatId,
    message_type: 'user',
    message_id: randomUUID(),
    text: 'Tea is at four. [1]',
    citations: [citation(things)],
  }),
  deleteChat: ({ chatId }) => ({ convo_id: chatId }),
  newChat: () => ({ chat_type: 'chat', chat_id: randomUUID() }),
  upsertChat: ({ chatId, workspaceId }) => ({ chat_id: chatId, chat_title: 'Tea and cake', workspace_id: workspaceId }),
  getChat: ({ chatId }) => ({ convo_id: chatId }),
  getChats: () => ({ limit: 20 }),
  shareChat: ({ chatId }) => ({ convo_id: chatId, peers: [personNamed('elif').oid] }),
  getAnswerMetadata: ({ answerId }) => ({ message_id: answerId }),
  startFileText: () => ({ file_name: 'tea.txt' }),
  getFileText: ({ fileId }) => ({ file_id: fileId }),
  getFileBytes: ({ fileId }) => ({ file_id: fileId }),
  getModels: () => ({}),
  getConfiguredModels: () => ({ modalities: '[chat_completion]' }),
  getConfig: () => ({}),
  getLoadingMessages: () => ({}),
  getAbout: () => ({ type: 'ava' }),
  getReleaseNotes: () => ({}),
  getHelp: () => ({}),
  getHealth: () => ({}),
  login: () => ({}),
  refreshSession: () => ({}),
  getPeers: () => ({ search: 'Cleo' }),
  getPhoto: () => ({ id: personNamed('cleo').oid }),
  getSharePointToken: () => ({}),
  getSettings: () => ({}),
  saveSettings: () => ({ settings: { promptHistoryNavigation: true } }),
  followRun: ({ runId }) => ({ run_id: runId, from: 0 }),
  getStatus: ({ jobId }) => ({ jobId }),
  getWorkspace: ({ workspaceId }) => ({ workspace_id: workspaceId }),
  saveWorkspace: ({ workspaceId }) => ({
    workspace_id: workspaceId,
    content: { notes: 'Tea', results: [{ messageId: randomUUID(), content: 'Cake' }] },
  }),
  getFileViewers: () => ({}),
  saveFileViewer: ({ viewerId }) => ({ file_viewer_id: viewerId, document_url: 'https://northwind.example/tea' }),
};

/** A good way to make a call with a person's own things. */
export function exampleOf(name: string, things: Things): Ask {
  const example = exampleAsks[name];
  if (!example) throw new Error(`tests/harness/exampleAsks.ts has no line for ${name}.`);
  return example(things);
}

export function endpointOf(name: string): Endpoint {
  const endpoint = endpoints[name];
  if (!endpoint) throw new Error(`The contract has no call ${name}.`);
  return endpoint;
}

/** Makes a call of the contract by its name and gives the bare answer. */
export async function callNamed(app: { url: string }, name: string, ask: Ask, bearer?: string): Promise<Reply> {
  return send(app.url, await encode(endpointOf(name), ask, bearer));
}
