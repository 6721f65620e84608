import { useSnapshot } from 'valtio';
import { isImage } from '../../../../../api/contract/fileTypes.ts';
import { logFailure } from '../../../state/log.ts';
import { session } from '../../../state/session.state.ts';
import { contextBytes } from '../../files/files.rules.ts';
import type { ChatFile } from '../../files/files.state.ts';
import { selectedModel } from '../../settings/settings.actions.ts';
import { settings } from '../../settings/settings.state.ts';
import { answering, send } from '../chat.actions.ts';
import { hasImages, maySend, type MaySend, type SendSituation } from '../chat.rules.ts';
import { chats, type OpenChat } from '../chat.state.ts';
import { acceptOutgoing, returnOutgoing, takeOutgoing } from './draft.actions.ts';
import { draftOf, drafts, visibleFiles, type Draft } from './draft.state.ts';
import { toOutput } from './output.ts';

type ReadDraft = Pick<Draft, 'document' | 'filesLoaded' | 'outgoing'> & { readonly files: readonly ChatFile[] };

/** All that decides whether the draft of a chat may be sent. */
export function situationOf(draft: ReadDraft, chat: Pick<OpenChat, 'entries'> | undefined, memoryPercent: number) {
  const files = visibleFiles(draft);
  const groups = chats.groups.map((group) => group.group_name);
  const statuses = files.map((file) => ({ state: file.state, isImage: isImage(file.fileType) }));
  return {
    ...toOutput(draft.document, groups),
    groups,
    // Files of an earlier visit are read from the browser's database first; until then they count as on their way.
    files: draft.filesLoaded ? statuses : [...statuses, { state: 'waiting', isImage: false } as const],
    fileContextBytes: contextBytes(files),
    memoryPercent,
    model: selectedModel('chat'),
    imagesInHistory: hasImages(chat?.entries ?? []),
    mode: 'chat',
    siteId: null,
  } satisfies Omit<SendSituation, 'responding'>;
}

/** Whether the draft of a chat may be sent now; draws again when the answer changes. */
export function useMaySend(chatId: string, memoryPercent: number, responding: boolean): MaySend {
  const draft = useSnapshot(drafts)[chatId] as Draft | undefined;
  const chat = useSnapshot(chats).open[chatId] as OpenChat | undefined;
  const { chat: mode } = useSnapshot(settings);
  const { status } = useSnapshot(session);
  // Read so that another model or another list of models draws this again.
  void [mode.selectedModel, status.name];
  if (!draft) return { name: 'no', reason: '' };
  return maySend({ ...situationOf(draft, chat, memoryPercent), responding });
}

/** Sends the draft of a chat if it may be sent. The draft is kept until the server has the message. */
export async function submit(chatId: string, memoryPercent: number): Promise<MaySend> {
  const draft = draftOf(chatId);
  const situation = situationOf(draft, chats.open[chatId], memoryPercent);
  const may = maySend({ ...situation, responding: answering(chatId) || draft.outgoing !== null });
  if (may.name === 'no') return may;
  const outgoing = takeOutgoing(chatId, situation.groups);
  try {
    await send(chatId, { ...outgoing, mentions: situation.mentions });
    acceptOutgoing(chatId);
  } catch (cause) {
    // The conversation shows the apology; here the text only comes back.
    logFailure('A message was not accepted; its text is back in the composer.', cause);
    returnOutgoing(chatId);
  }
  return may;
}
