import { upsertChat } from '#contract/chats/chat.ts';
import { isAvaError } from '#contract/errors.ts';
import { FileViewer, getFileViewers, saveFileViewer } from '#contract/workspace.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { workspace, type ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import { parseDocumentUrl, toDocumentUrl } from './openDocument.rules.ts';

/** The open documents as this page last read or saved them, by their ids. */
const known = new Map<string, FileViewer>();
let turn: Promise<void> = Promise.resolve();

/** Keeps the document that a person opened beside the open chat, or that none is open, for the other devices. */
export function rememberOpenDocument(target: ViewerTarget | null): Promise<void> {
  const chat = findOpenChat();
  if (!chat) return Promise.resolve();
  turn = turn
    .then(() => save(chat.id, chat.isLinked, target))
    .catch((cause: unknown) => logFailure('failed to save the open document', cause));
  return turn;
}

async function save(id: string, isLinked: boolean, target: ViewerTarget | null): Promise<void> {
  const document_url = target ? toDocumentUrl(target) : '';
  const version = known.get(id)?.version ?? 0;
  try {
    known.set(id, await api.call(saveFileViewer, { file_viewer_id: id, document_url, version }));
  } catch (cause) {
    const newer = readNewer(cause);
    if (!newer) throw cause;
    // The person opens this document now. What another device opened since is not lost: it is offered.
    const isNews = version > 0 && newer.document_url !== document_url;
    known.set(id, await api.call(saveFileViewer, { file_viewer_id: id, document_url, version: newer.version }));
    if (isNews && findOpenChat()?.id === id) workspace.openedElsewhere = parseDocumentUrl(newer.document_url);
  }
  if (!isLinked) await linkToChat(id);
}

/** The document that was last opened beside a chat, on any device; `null` without one. */
export async function findOpenDocument(): Promise<ViewerTarget | null> {
  const chat = findOpenChat();
  if (!chat?.isLinked) return null;
  const { fileViewers } = await api.call(getFileViewers, {});
  for (const viewer of fileViewers) known.set(viewer.file_viewer_id, viewer);
  return parseDocumentUrl(known.get(chat.id)?.document_url ?? '');
}

/** The id of the open chat's document; nothing before the chat is stored, or if it is temporary. */
function findOpenChat(): { id: string; isLinked: boolean } | null {
  const chat = chats.metadata.find(({ ConversationId }) => ConversationId === chats.openId);
  if (!chat || chat.Temporary) return null;
  return { id: chat.FileViewerId ?? chat.ConversationId, isLinked: chat.FileViewerId !== null };
}

async function linkToChat(id: string): Promise<void> {
  const chat = chats.metadata.find(({ ConversationId }) => ConversationId === id);
  if (!chat) return;
  await api.call(upsertChat, { chat_id: id, file_viewer_id: id });
  chat.FileViewerId = id;
}

function readNewer(cause: unknown): FileViewer | null {
  if (!isAvaError(cause) || cause.code !== 'newer_version') return null;
  return FileViewer.safeParse(cause.data).data ?? null;
}
