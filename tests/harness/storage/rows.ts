import { createHash } from 'node:crypto';
import type { Owner } from '../../../api/src/storage/schema.ts';
import type { NewCorpusFile } from '../../../api/src/storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '../../../api/src/storage/tables/corpora/sites.ts';
import type { ChatRow } from '../../../api/src/storage/tables/chats/chats.ts';
import type { FileRow } from '../../../api/src/storage/tables/people/files.ts';
import type { Exchange, MessageRow } from '../../../api/src/storage/tables/chats/messages.ts';
import type { RunRow } from '../../../api/src/storage/tables/runs/runs.ts';

const NORTHWIND = '22222222-2222-4222-8222-222222222222';
const FABRIKAM = '77777777-7777-4777-8777-777777777777';

export const ada: Owner = { tenantId: NORTHWIND, id: 'aaaaaaaa-0000-4000-8000-000000000001' };
export const ben: Owner = { tenantId: NORTHWIND, id: 'bbbbbbbb-0000-4000-8000-000000000002' };
/** Of another organization, with an object id that Ada has in hers. */
export const carl: Owner = { tenantId: FABRIKAM, id: ada.id };

export const newId = (): string => crypto.randomUUID();

export function chatOf(owner: Owner, given: Partial<ChatRow> = {}): ChatRow {
  return {
    id: newId(),
    owner,
    type: 'chat',
    title: 'New Chat',
    workspaceId: null,
    fileViewerId: null,
    corpus: null,
    settings: null,
    sharedBy: null,
    updatedAt: new Date('2026-11-20T08:00:00.000Z'),
    ...given,
  };
}

/** A question of Ada's in a chat of hers, with the run that is to answer it. */
export function exchangeIn(
  chatId: string,
  given: { text?: string; id?: string; processId?: string; now?: Date } = {},
): Exchange {
  const text = given.text ?? 'How much is left of the budget?';
  return {
    owner: ada,
    chatId,
    question: {
      id: given.id ?? newId(),
      content: text,
      files: [],
      fingerprint: createHash('sha256').update(text).digest('hex'),
    },
    answerId: newId(),
    run: { id: newId(), sessionId: newId(), processId: given.processId ?? newId(), tokens: 100 },
    now: given.now ?? new Date('2026-11-20T08:01:00.000Z'),
  };
}

export function messageIn(chatId: string, given: Partial<MessageRow> = {}): MessageRow {
  return {
    id: newId(),
    chatId,
    source: 'User',
    content: 'Hello',
    state: { name: 'complete', finish: 'stop' },
    runId: null,
    seq: 1,
    links: [],
    followUps: [],
    files: [],
    replyTo: null,
    fingerprint: null,
    createdAt: new Date('2026-11-20T08:02:00.000Z'),
    ...given,
  };
}

export function fileOf(owner: Owner, given: Partial<FileRow> = {}): FileRow {
  return {
    id: newId(),
    owner,
    name: 'Budget 2027.pdf',
    type: 'PDF',
    size: 5_000_000_000,
    sha256: 'f'.repeat(64),
    ...given,
  };
}

export function runOf(owner: Owner, given: Partial<RunRow> = {}): RunRow {
  return {
    id: newId(),
    kind: 'answer',
    owner,
    subjectId: newId(),
    messageId: newId(),
    sessionId: newId(),
    processId: newId(),
    state: 'running',
    ...given,
  };
}

/** A corpus of Ada's organization. */
export function siteOf(owner: Owner, given: Partial<SiteRow> = {}): SiteRow {
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
    ...given,
  };
}

/** A file that somebody is about to add to a corpus. */
export function corpusFileOf(site: SiteRow, owner: Owner, given: Partial<NewCorpusFile> = {}): NewCorpusFile {
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
    ...given,
  };
}
