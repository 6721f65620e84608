import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { toggles } from '#contract/toggles.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getPerson } from '#sandbox/people.ts';
import { encodeCall, send, type CallInput, type Reply } from './request.ts';
import { type PersonData } from '#tests/harness/client/personData.ts';
import { MODEL } from '#tests/harness/client/answers.ts';

const toMessage = ({ chatId }: PersonData) => ({
  convo_id: chatId,
  event_session_id: randomUUID(),
  model: MODEL,
  text: 'repeat after me: good morning',
});

const toFiles = ({ fileId }: PersonData) => [
  { scrapedFileId: fileId, fileName: 'note.txt', fileType: 'TXT', fileSize: 30 },
];

const toSearchScope = ({ siteId, itemId }: PersonData) => ({
  site_id: siteId,
  site_ids: [siteId],
  selected_ks_files: [itemId],
});

const toAnswerReference = ({ chatId, answerId }: PersonData) => ({
  convo_id: chatId,
  message_id: answerId,
  event_session_id: randomUUID(),
  model: MODEL,
});

/** An address of Microsoft's own Graph, which the sandbox's API does not fetch. */
const graphItemUrl = 'https://graph.microsoft.com/v1.0/drives/b!tea/items/01TEA/content';

const emptyTexts = { CorpusDescription: '', CorpusPrompt: '' };

const toDraft = () => ({ subject: 'Tea', key: randomUUID() });

const toTaskRun = () => ({ event_session_id: randomUUID(), model: MODEL, concise_mode: true });

const toTaskFiles = ({ fileId }: PersonData) => [
  { dataId: fileId, dataType: 'TXT', dataName: 'note.txt', dataSize: 30 },
];

const toLibraryTask = (taskId: string, id: string) => ({
  library_task: {
    TaskLibraryId: id,
    TaskId: taskId,
    TaskLibraryTitle: `Tea ${randomUUID()}`,
    TaskLibraryDescription: 'Tea for everybody',
    peers: [getPerson('elif').oid],
  },
});

const toPrompt = () => ({ prompt_title: `Tea ${randomUUID()}`, prompt_text: 'When is tea?', labels: 'pdf' });

const teaSlides = {
  title_slide: { title: 'Tea' },
  sections: [{ title: 'When', content: 'At four.' }],
  template_folder: 'ava',
};

const teaSettings = {
  name: 'Tea House',
  features: Object.fromEntries(toggles.map((name) => [name, true])),
};

/** A valid input for every call of the contract, with one person's data. A new call needs a line here. */
const exampleInputs: Readonly<Record<string, (data: PersonData) => CallInput>> = {
  beginBotSession: () => ({ exchange_id: `tea-${randomUUID()}` }),
  claimActivity: () => ({ activity_id: `tea-${randomUUID()}` }),
  openBotChat: () => ({ conversation_id: 'a:tea' }),
  continueBotChat: ({ chatId }) => ({ conversation_id: 'a:tea', chat_id: chatId }),
  leaveBotChat: () => ({ conversation_id: 'a:tea' }),
  linkBotMessage: ({ chatId, answerId }) => ({
    conversation_id: 'a:tea',
    activity_id: 'f:tea',
    chat_id: chatId,
    message_id: answerId,
  }),
  rateBotMessage: () => ({ conversation_id: 'a:tea', activity_id: 'f:tea', reaction: 'like', comment: 'Tea!' }),
  setBotNotices: () => ({ reference: 'tea at four' }),
  takeBotNotice: () => ({}),
  chatResponse: (data) => ({ ...toMessage(data), ...toSearchScope(data) }),
  chatResponseWithContext: (data) => ({ ...toMessage(data), file_context: toFiles(data) }),
  completion: (data) => ({
    ...toMessage(data),
    deployment_name: MODEL,
    stream: true,
    file_context: toFiles(data),
  }),
  searchResponse: (data) => ({ ...toMessage(data), ...toSearchScope(data) }),
  searchResponseWithContext: (data) => ({
    ...toMessage(data),
    ...toSearchScope(data),
    file_context: toFiles(data),
  }),
  regenerateResponse: (data) => ({ ...toAnswerReference(data), request_id: randomUUID() }),
  regenerateSearchResponse: (data) => ({ ...toAnswerReference(data), ...toSearchScope(data) }),
  continueResponse: toAnswerReference,
  getMessage: ({ chatId, answerId }) => ({ convo_id: chatId, message_id: answerId }),
  chooseVersion: ({ chatId, answerId }) => ({ convo_id: chatId, message_id: answerId }),
  branchChat: ({ chatId, answerId }) => ({ convo_id: chatId, message_id: answerId, branch_id: randomUUID() }),
  getSimilarityResults: ({ answerId }) => ({ id: answerId, start: 0, end: 5, delta: 1 }),
  cancelChatResponse: ({ chatId, sessionId }) => ({ convo_id: chatId, event_session_id: sessionId }),
  generateTitle: ({ chatId }) => ({ convo_id: chatId, text: 'When is tea served on Fridays?' }),
  renameChat: ({ chatId }) => ({ convo_id: chatId, title: 'Tea' }),
  appendMessage: (data) => ({
    convo_id: data.chatId,
    message_type: 'user',
    message_id: randomUUID(),
    text: 'Tea is at four.',
  }),
  deleteChat: ({ chatId }) => ({ convo_id: chatId }),
  newChat: () => ({ chat_type: 'chat', chat_id: randomUUID() }),
  upsertChat: ({ chatId, workspaceId, viewerId }) => ({
    chat_id: chatId,
    chat_title: 'Tea and cake',
    workspace_id: workspaceId,
    file_viewer_id: viewerId,
  }),
  getChat: ({ chatId }) => ({ convo_id: chatId }),
  getChats: () => ({ limit: 20 }),
  shareChat: ({ chatId }) => ({ convo_id: chatId, peers: [getPerson('elif').oid] }),
  getAnswerMetadata: ({ answerId }) => ({ message_id: answerId }),
  organizeChats: ({ chatId }) => ({ convo_ids: [chatId], pinned: true, unread: false }),
  getFolders: () => ({}),
  saveFolder: ({ workspaceId }) => ({ folder_id: workspaceId, name: 'Tea' }),
  deleteFolder: ({ workspaceId }) => ({ folder_id: workspaceId }),
  searchChats: () => ({ text: 'tea at four' }),
  exportAnswer: ({ chatId, answerId }) => ({ chat_id: chatId, message_id: answerId, format: 'txt', name: 'Tea' }),
  exportChat: ({ chatId }) => ({ chat_id: chatId, format: 'txt', name: 'Tea' }),
  exportTask: ({ taskId }) => ({ task_id: taskId, format: 'txt', name: 'Tea' }),
  getPdf: () => ({ content: '# Tea', title: 'Tea' }),
  getDocx: () => ({ content: '# Tea', title: 'Tea' }),
  exportHtml: () => ({ html: '<h1>Tea</h1>', filename: 'Tea' }),
  draftAnswer: ({ chatId, answerId }) => ({ chat_id: chatId, message_id: answerId, ...toDraft() }),
  draftChat: ({ chatId }) => ({ chat_id: chatId, ...toDraft() }),
  draftTask: ({ taskId }) => ({ task_id: taskId, ...toDraft() }),
  draftHtml: () => ({ html: '<p>Tea</p>', ...toDraft() }),
  saveToOneDrive: () => ({ export_id: randomUUID() }),
  downloadExport: () => ({ ticket: `${randomUUID()}.tea` }),
  reportAnswer: ({ answerId }) => ({ message_id: answerId, reason: 'other', comment: 'Tea!', with_answer: true }),
  saveRating: ({ answerId }) => ({ message_id: answerId, reaction: 'like', comment: 'Tea!' }),
  deleteRating: ({ answerId }) => ({ message_id: answerId }),
  getRatings: ({ chatId }) => ({ convo_id: chatId }),
  getOrganizationFeedback: () => ({}),
  startFileText: () => ({ file_name: 'tea.txt' }),
  startFileTextFromUrl: () => ({ file_url: graphItemUrl }),
  startImageContent: () => ({ file_name: 'tea.png' }),
  startImageContentFromUrl: () => ({ file_url: graphItemUrl }),
  startSlidesText: () => ({ file_name: 'tea.pptx' }),
  getFileText: ({ fileId }) => ({ file_id: fileId }),
  getFileBytes: ({ fileId }) => ({ file_id: fileId }),
  getMeetingTranscripts: () => ({}),
  getMeetingTranscript: () => ({ meeting_id: 'MSpTea', transcript_id: 'MSMjTea' }),
  saveMeetingTranscript: () => ({ meeting_id: 'MSpTea', transcript_id: 'MSMjTea' }),
  getModels: () => ({}),
  getConfiguredModels: () => ({ modalities: '[chat_completion]' }),
  checkConfiguredModel: () => ({ model: 'o4-mini' }),
  getConfig: () => ({}),
  getConfigVersion: () => ({}),
  getOrganizationSettings: () => ({}),
  previewOrganizationSettings: () => ({ settings: JSON.stringify(teaSettings) }),
  saveOrganizationSettings: () => ({ version: 0, settings: teaSettings }),
  restoreOrganizationSettings: () => ({ version: 0, restored_version: 0 }),
  uploadWordTemplate: () => ({ file_name: 'tea.docx' }),
  getOrganizationChanges: () => ({}),
  getUsage: () => ({ days: 30 }),
  getUsageCsv: () => ({ days: 30 }),
  getLastEvaluation: () => ({}),
  getLoadingMessages: () => ({}),
  getBotFeatures: () => ({}),
  getAbout: () => ({ type: 'ava' }),
  getReleaseNotes: () => ({ type: 'ks' }),
  getHelp: () => ({}),
  getHealth: () => ({}),
  login: () => ({}),
  refreshSession: () => ({}),
  finishWelcome: () => ({}),
  getPeers: () => ({ search: 'Cleo' }),
  getSampleFile: () => ({ name: 'Northwind Handbook.pdf' }),
  getPhoto: () => ({ id: getPerson('cleo').oid }),
  getSharePointToken: () => ({}),
  getSites: () => ({}),
  createSite: ({ siteId }) => ({
    site_id: siteId,
    site_name: 'Finance',
    site_link: '',
    corpus_config: { document_library_name: 'Documents', document_library_id: 'b!tea', list_name: '', list_id: '' },
  }),
  getCorpusConfig: ({ siteId }) => ({ site_id: siteId }),
  getSiteOfMention: () => ({ mention_name: 'Finance' }),
  getSiteCandidates: () => ({ search: 'Tea' }),
  getSiteOwnership: ({ siteId }) => ({ site_id: siteId }),
  getSiteLibraries: ({ siteId }) => ({ site_id: siteId }),
  getSiteFiles: ({ siteId }) => ({ site_id: siteId, search: 'tea', limit: 20 }),
  getFunctionGroups: () => ({}),
  getCorpus: ({ siteId }) => ({ site_id: siteId }),
  updateCorpus: ({ siteId }) => ({ site_id: siteId, from_corpus: emptyTexts, to_corpus: emptyTexts }),
  getEmbeddedFiles: ({ siteId }) => ({ site_id: siteId }),
  deleteEmbeddedFile: ({ siteId, itemId }) => ({ site_id: siteId, datasource_id: itemId }),
  startEmbedding: ({ siteId, itemId }) => ({ siteId, datasourceId: itemId, datasourceName: 'tea.txt' }),
  uploadSiteFile: ({ siteId }) => ({ site_id: siteId, file_name: 'tea.txt' }),
  getSiteInsights: ({ siteId }) => ({ site_id: siteId }),
  getAccessRequests: () => ({}),
  requestAccess: () => ({ link: 'https://northwind.sharepoint.example/sites/unknown' }),
  decideAccess: ({ siteId }) => ({ site_id: siteId, person_id: getPerson('cleo').oid, decision: 'declined' }),
  getCorpusFileText: ({ siteId, itemId }) => ({ site_id: siteId, datasource_id: itemId }),
  getCorpusFileLink: ({ siteId, itemId }) => ({ site_id: siteId, datasource_id: itemId }),
  getCorpusFileBytes: ({ siteId, itemId }) => ({ site_id: siteId, datasource_id: itemId }),
  searchSource: () => ({ source: 'files', text: 'tea' }),
  getRecentFiles: () => ({}),
  browseDrive: () => ({ drive_id: 'b!tea', folder_id: '01TEA' }),
  getSourceSites: () => ({ search: 'Tea' }),
  getSourceLibraries: () => ({ site_id: 'northwind.sharepoint.example,tea,tea' }),
  attachMessage: () => ({ kind: 'chat', id: '1763632800000', chat_id: '19:tea@thread.v2' }),
  getTaskLibrary: () => ({}),
  saveLibraryTask: ({ taskId }) => toLibraryTask(taskId, randomUUID()),
  updateLibraryTask: ({ taskId, libraryId }) => toLibraryTask(taskId, libraryId),
  deleteLibraryTask: ({ libraryId }) => ({ task_id: libraryId }),
  stepResponse: ({ taskId, stepId }) => ({ ...toTaskRun(), step_info: { task_id: taskId, step_id: stepId } }),
  runTask: ({ taskId }) => ({ ...toTaskRun(), task_id: taskId, skip_fresh: false }),
  followTaskRun: ({ taskRunId }) => ({ run_id: taskRunId, from: 0 }),
  cancelTaskResponse: ({ taskId }) => ({ task_session_id: taskId, event_session_id: randomUUID() }),
  getTaskRuns: ({ taskId }) => ({ task_id: taskId }),
  getTaskRun: ({ taskRunId }) => ({ run_id: taskRunId }),
  seeTaskRun: ({ taskRunId }) => ({ run_id: taskRunId }),
  generateSuperPrompt: (data) => ({
    task_id: data.taskId,
    event_session_id: randomUUID(),
    user_prompt: 'repeat after me: tea',
    model: MODEL,
    step_data: toTaskFiles(data),
  }),
  generateTaskTitle: ({ taskId }) => ({ task_data: { TaskId: taskId }, event_session_id: randomUUID() }),
  saveTask: (data) => ({
    task_data: {
      TaskId: randomUUID(),
      TaskTitle: 'Tea',
      WorkspaceId: randomUUID(),
      TaskSettings: { taskDescription: 'For Fridays', taskDocuments: toTaskFiles(data) },
      TaskData: [{ stepId: randomUUID(), version: 0, stepInput: { userPrompt: 'Cake' }, stepData: toTaskFiles(data) }],
    },
  }),
  getTasks: () => ({ limit: 20 }),
  getTask: ({ taskId }) => ({ task_id: taskId }),
  deleteTask: ({ taskId }) => ({ session_id: taskId }),
  copyTask: ({ taskId }) => ({ task_id: taskId, new_task_id: randomUUID() }),
  shareTask: ({ taskId }) => ({ task_id: taskId, peers: [getPerson('elif').oid] }),
  getFilePrompts: () => ({ user_email: 'tea@northwind.example' }),
  createPrompt: () => ({ ...toPrompt(), prompt_id: randomUUID(), is_private: false }),
  // A version that the prompt never has, so each call gets the same reply.
  updatePrompt: ({ promptId }) => ({ ...toPrompt(), prompt_id: promptId, version: 9 }),
  deletePrompt: ({ promptId }) => ({ prompt_id: promptId }),
  restorePrompt: ({ promptId }) => ({ prompt_id: promptId }),
  getPromptVersions: ({ promptId }) => ({ prompt_id: promptId }),
  restorePromptVersion: ({ promptId }) => ({ prompt_id: promptId, restored_version: 1, version: 9 }),
  getTemplates: () => ({}),
  // AVA's template can't be deleted, so the call changes nothing.
  deleteTemplate: () => ({ template_folder: 'ava' }),
  getLayouts: () => ({ template_folder: 'ava' }),
  getLayoutDeck: () => ({ template_folder: 'ava' }),
  ingestTemplate: () => ({ file_name: 'tea.pptx' }),
  createSections: ({ chatId, answerId }) => ({ chat_id: chatId, message_id: answerId }),
  checkFit: () => teaSlides,
  generatePresentation: () => ({ ...teaSlides, name: 'Tea' }),
  exportPresentation: () => ({ ...teaSlides, name: 'Tea' }),
  getSettings: () => ({}),
  saveSettings: () => ({ settings: { promptHistoryNavigation: true } }),
  followAnswerRun: ({ runId }) => ({ run_id: runId, from: 0 }),
  getStatus: ({ jobId }) => ({ jobId }),
  getWorkspace: ({ workspaceId }) => ({ workspace_id: workspaceId }),
  // Each call saves a new workspace, because a second save of one would need the version that the first has returned.
  saveWorkspace: () => ({
    workspace_id: randomUUID(),
    content: { notes: 'Tea', results: [{ messageId: randomUUID(), content: 'Cake' }] },
  }),
  getFileViewers: () => ({}),
  saveFileViewer: () => ({ file_viewer_id: randomUUID(), document_url: 'https://northwind.example/tea' }),
};

/** The calls that have an example. Another test checks that all have one. */
export const calls = Object.entries(endpoints).filter(([name]) => name in exampleInputs);

/** The calls with an example that need a signed-in person. */
export const personalCalls = calls.filter(([, endpoint]) => endpoint.access === 'person');

/** Returns a valid input for a call with one person's data. */
export function makeExampleInput(name: string, data: PersonData): CallInput {
  const example = exampleInputs[name];
  if (!example) throw new Error(`tests/harness/http/exampleCalls.ts has no line for ${name}.`);
  return example(data);
}

export function getEndpoint(name: string): Endpoint {
  const endpoint = endpoints[name];
  if (!endpoint) throw new Error(`The contract has no call ${name}.`);
  return endpoint;
}

/** Makes a call of the contract by name and returns the raw response. */
export async function callByName(
  app: { url: string },
  name: string,
  input: CallInput,
  bearer?: string,
): Promise<Reply> {
  return send(app.url, await encodeCall(getEndpoint(name), input, bearer));
}
