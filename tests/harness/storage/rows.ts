import { createHash } from 'node:crypto';
import type { Owner } from '#api/storage/schema.ts';
import type { NewCorpusFile } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';
import type { FileRow } from '#api/storage/tables/people/files.ts';
import type { ReadableMessage } from '#api/answers/readableHistory.ts';
import type { Exchange, MessageRow, StoredMessage } from '#api/storage/tables/chats/messages.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';

const NORTHWIND = '22222222-2222-4222-8222-222222222222';
const FABRIKAM = '77777777-7777-4777-8777-777777777777';

export const ada: Owner = { tenantId: NORTHWIND, id: 'aaaaaaaa-0000-4000-8000-000000000001' };
export const ben: Owner = { tenantId: NORTHWIND, id: 'bbbbbbbb-0000-4000-8000-000000000002' };
/** A person of another organization with the same object id as Ada. */
export const carl: Owner = { tenantId: FABRIKAM, id: ada.id };

export const newId = (): string => crypto.randomUUID();

export function makeChatRow(owner: Owner, changes: Partial<ChatRow> = {}): ChatRow {
  return {
    id: newId(),
    owner,
    type: 'chat',
    title: 'New Chat',
    workspaceId: null,
    fileViewerId: null,
    sites: null,
    settings: null,
    sharedBy: null,
    sharerId: null,
    pinned: false,
    folderId: null,
    unread: false,
    temporary: false,
    updatedAt: new Date('2026-11-20T08:00:00.000Z'),
    ...changes,
  };
}

/** A question of Ada in her chat, with the run that answers it. */
export function makeExchange(
  chatId: string,
  changes: { text?: string; id?: string; processId?: string; now?: Date } = {},
): Exchange {
  const text = changes.text ?? 'How much is left of the budget?';
  return {
    owner: ada,
    chatId,
    question: {
      id: changes.id ?? newId(),
      content: text,
      files: [],
      fingerprint: createHash('sha256').update(text).digest('hex'),
    },
    answerId: newId(),
    run: { id: newId(), sessionId: newId(), processId: changes.processId ?? newId(), tokens: 100 },
    now: changes.now ?? new Date('2026-11-20T08:01:00.000Z'),
  };
}

export function makeMessageRow(chatId: string, changes: Partial<MessageRow> = {}): MessageRow {
  return {
    id: newId(),
    chatId,
    source: 'User',
    content: 'Hello',
    state: { name: 'complete', finish: 'stop' },
    runId: null,
    seq: 1,
    links: [],
    thoughts: null,
    calls: [],
    followUps: [],
    files: [],
    replyTo: null,
    fingerprint: null,
    author: null,
    createdAt: new Date('2026-11-20T08:02:00.000Z'),
    ...changes,
  };
}

/** A message as the store returns it. */
export const closeRow = (message: MessageRow) => message as unknown as StoredMessage;

/** The whole row of a stored message. Only tests read it without checking what its reader can read. */
export const openRow = (message: StoredMessage) => message as unknown as MessageRow;

/** A message that its reader can read. */
export const makeReadableMessage = (chatId: string, changes: Partial<MessageRow> = {}) =>
  ({ ...makeMessageRow(chatId, changes), isHidden: false }) as ReadableMessage;

export function makeFileRow(owner: Owner, changes: Partial<FileRow> = {}): FileRow {
  return {
    id: newId(),
    owner,
    name: 'Budget 2027.pdf',
    type: 'PDF',
    size: 5_000_000_000,
    sha256: 'f'.repeat(64),
    ...changes,
  };
}

export function makeRunRow(owner: Owner, changes: Partial<RunRow> = {}): RunRow {
  return {
    id: newId(),
    kind: 'answer',
    owner,
    subjectId: newId(),
    messageId: newId(),
    sessionId: newId(),
    processId: newId(),
    state: 'running',
    ...changes,
  };
}

/** A corpus of the owner's organization. */
export function makeSiteRow(owner: Owner, changes: Partial<SiteRow> = {}): SiteRow {
  return {
    tenantId: owner.tenantId,
    id: newId().replaceAll('-', ''),
    graphId: 'northwind.sharepoint.example,1,2',
    driveId: 'b!drive',
    name: 'Finance',
    link: 'https://northwind.sharepoint.example/sites/Finance',
    description: 'Money',
    prompt: '',
    config: { document_library_name: 'Documents', document_library_id: 'b!drive', list_name: '', list_id: '' },
    creatorId: owner.id,
    creatorEmail: 'ada.moreau@northwind.example',
    ...changes,
  };
}

/** A file that a person starts adding to a corpus. */
export function makeCorpusFile(site: SiteRow, owner: Owner, changes: Partial<NewCorpusFile> = {}): NewCorpusFile {
  return {
    id: newId(),
    tenantId: site.tenantId,
    siteId: site.id,
    itemId: `01${newId().replaceAll('-', '').toUpperCase()}`,
    driveId: site.driveId,
    library: 'Documents',
    name: 'Budget 2027.pdf',
    type: 'PDF',
    link: 'https://northwind.sharepoint.example/sites/Finance/Budget.pdf',
    size: 5_000_000_000,
    etag: '"{1},1"',
    modifiedAt: new Date('2026-11-02T09:30:00.000Z'),
    creator: { id: owner.id, name: 'Ada Moreau', email: 'ada.moreau@northwind.example' },
    runId: newId(),
    ...changes,
  };
}
