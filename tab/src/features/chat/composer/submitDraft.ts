import { useSnapshot } from 'valtio';
import { isImage } from '#contract/files/fileTypes.ts';
import { logFailure } from '#tab/state/log.ts';
import { session } from '#tab/state/session.state.ts';
import { countContextBytes } from '#tab/features/files/files.rules.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { searches, getSelectedSites } from '#tab/features/knowledge/siteSelection.state.ts';
import { isChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { hasImages } from '#tab/features/chat/chat.rules.ts';
import { canSend, type SendDecision, type SendSituation } from '#tab/features/chat/exchange/sending.rules.ts';
import { chats, type OpenChat } from '#tab/features/chat/chat.state.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { getChatModel, getMode, useChatSettings } from '#tab/features/chat/chatSettings.actions.ts';
import { abortDictation } from './dictation/dictation.actions.ts';
import { acceptOutgoing, restoreOutgoing, takeOutgoing } from './draft/draft.actions.ts';
import { ensureDraft, drafts, getVisibleFiles, type Draft } from './draft/draft.state.ts';
import { toOutput } from './output.ts';
import { send } from '#tab/features/chat/exchange/send.actions.ts';

type ReadonlyDraft = Pick<Draft, 'document' | 'filesLoaded' | 'outgoing'> & { readonly files: readonly ChatFile[] };

/** Everything that decides whether the draft of a chat can be sent. */
function getSendSituation(
  chatId: string,
  draft: ReadonlyDraft,
  chat: Pick<OpenChat, 'entries' | 'earlier'> | undefined,
  memoryPercent: number,
) {
  const mode = getMode(chatId);
  const files = getVisibleFiles(draft);
  const groups = getMentionableGroups(chatId);
  const statuses = files.map((file) => ({ state: file.state, isImage: isImage(file.fileType) }));
  return {
    ...toOutput(draft.document, groups),
    groups,
    // One waiting file represents the stored files until they are read from the browser's database.
    files: draft.filesLoaded ? statuses : [...statuses, { state: 'waiting', isImage: false } as const],
    fileContextBytes: countContextBytes(files),
    memoryPercent,
    model: getChatModel(chatId),
    imagesInHistory: hasImages(chat ?? { entries: [] }),
    mode,
    hasSites: getSelectedSites(searches[chatId]) !== null,
  } satisfies Omit<SendSituation, 'responding'>;
}

/** Names of the groups that a message can mention; none in Knowledge Search, where @ is plain text. */
function getMentionableGroups(chatId: string): string[] {
  return getChatType(chatId) === 'search' ? [] : chats.groups.map((group) => group.group_name);
}

/** Whether the draft of a chat can be sent now. */
export function useCanSend(chatId: string, memoryPercent: number, responding: boolean): SendDecision {
  const draft = useSnapshot(drafts)[chatId] as Draft | undefined;
  const chat = useSnapshot(chats).open[chatId] as OpenChat | undefined;
  const { selectedModel } = useChatSettings(chatId);
  const selection = useSnapshot(searches)[chatId]?.selection;
  const { status } = useSnapshot(session);
  // Subscribes to changes of the model, the model list and the site.
  void [selectedModel, status.name, selection?.name];
  if (!draft) return { name: 'no', reason: '' };
  return canSend({ ...getSendSituation(chatId, draft, chat, memoryPercent), responding });
}

/** Sends the draft of a chat if it can be sent. The draft is kept until the server has the message. */
export async function submitDraft(chatId: string, memoryPercent: number): Promise<SendDecision> {
  const draft = ensureDraft(chatId);
  const situation = getSendSituation(chatId, draft, chats.open[chatId], memoryPercent);
  const decision = canSend({ ...situation, responding: isChatAnswering(chatId) || draft.outgoing !== null });
  if (decision.name === 'no') return decision;
  abortDictation();
  const outgoing = takeOutgoing(chatId, situation.groups);
  try {
    await send(chatId, { ...outgoing, mentions: situation.mentions });
    acceptOutgoing(chatId);
  } catch (cause) {
    // The conversation shows the apology; only the text is restored here.
    logFailure('message not accepted, text restored in the composer', cause);
    restoreOutgoing(chatId);
  }
  return decision;
}
