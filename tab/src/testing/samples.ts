import type { Chat, ChatMetadata, Message } from '#contract/chats/chat.ts';
import type { Model } from '#contract/models.ts';
import { Organization } from '#contract/organization.ts';
import { toggles } from '#contract/toggles.ts';
import type { FileContextItem } from '#contract/files/files.ts';
import type { Session } from '#contract/people.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { ActiveSession } from '#tab/state/session.state.ts';

export const ada: Session = {
  id: 'a0000000-0000-4000-8000-000000000001',
  tenantId: '22222222-2222-4222-8222-222222222222',
  email: 'ada@northwind.example',
  name: 'Ada Moreau',
  givenName: 'Ada',
  surname: 'Moreau',
  first_login: false,
  department: 'Finance',
  company: 'Northwind Studio',
  phone: '',
  title: 'Head of Finance',
  officeLocation: '',
  teams: [],
  isAdministrator: false,
};

export function sampleModel(changes: Partial<Model> = {}): Model {
  return {
    model_alias: 'sample-chat',
    model_name: 'sample-chat',
    deployment_name: 'sample-chat',
    label: 'Sample',
    description: '',
    short_description: '',
    modalities: ['chat_completion', 'stream_completion', 'image_input'],
    context_window: 100_000,
    max_output_tokens: 4_000,
    model_context_window: 100_000,
    model_max_tokens: 4_000,
    temperature: 0.5,
    top_p: 0.9,
    data_cutoff_datestring: 'June 2024',
    ...changes,
  };
}

export function sampleOrganization(changes: Partial<Organization> = {}): Organization {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  return { ...Organization.parse({ name: 'Northwind Studio', features }), ...changes };
}

/** Ada, signed in at Northwind Studio. */
export function signedInAsAda(): ActiveSession {
  return { person: ada, organization: sampleOrganization(), models: [sampleModel()] };
}

let count = 0;

/** Returns a new id; ids ascend. */
export function sampleId(): string {
  count += 1;
  return `00000000-0000-4000-8000-${count.toString().padStart(12, '0')}`;
}

export function sampleMetadata(changes: Partial<ChatMetadata> = {}): ChatMetadata {
  return {
    ConversationId: sampleId(),
    ConversationType: 'standard_chat',
    Title: 'New Chat',
    LastUpdated: new Date().toISOString(),
    WorkspaceId: null,
    FileViewerId: null,
    ChatCorpus: null,
    ChatSites: null,
    ChatSettings: null,
    SharedBy: null,
    Pinned: false,
    FolderId: null,
    Unread: false,
    Temporary: false,
    ...changes,
  };
}

export function sampleMessage(changes: Partial<Message> = {}): Message {
  return {
    message_id: sampleId(),
    source: 'User',
    content: 'What did we agree on travel costs?',
    timestamp: '2025-11-20T09:00:00.000Z',
    state: { name: 'complete', finish: 'stop' },
    run_id: null,
    seq: 0,
    links: [],
    thoughts: null,
    calls: [],
    followUpQuestions: [],
    files: [],
    ...changes,
  };
}

export function sampleChat(metadata: ChatMetadata, ...messages: Message[]): Chat {
  return { ...metadata, Messages: messages, Earlier: null };
}

export function sampleCitation(changes: Partial<Citation> = {}): Citation {
  return {
    number: 1,
    fileid: 'f0000000-0000-4000-8000-000000000001',
    filename: 'Travel policy.pdf',
    pagenumber: 3,
    location: 'page 3',
    datatype: 'PDF',
    link: null,
    lastModified: '2025-10-01T10:00:00.000Z',
    quote: 'Economy class is booked for flights under six hours.',
    site: 'Finance',
    standing: 'holds',
    ...changes,
  };
}

export function sampleFile(changes: Partial<FileContextItem> = {}): FileContextItem {
  return {
    scrapedFileId: sampleId(),
    fileName: 'Travel policy.pdf',
    fileType: 'PDF',
    fileSize: 90_000,
    imageTokenCount: null,
    fileDate: null,
    fileResource: null,
    ...changes,
  };
}
