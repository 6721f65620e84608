import { useSnapshot } from 'valtio';
import { isImage } from '../../../../../api/contract/fileTypes.ts';
import { logFailure } from '../../../state/log.ts';
import { session } from '../../../state/session.state.ts';
import { contextBytes } from '../../files/files.rules.ts';
import type { ChatFile } from '../../files/files.state.ts';
import { selectedModel } from '../../settings/settings.actions.ts';
import { settings } from '../../settings/settings.state.ts';
import { searches, siteIdOf } from '../../knowledge/siteSelection.state.ts';
import { answering, send } from '../chat.actions.ts';
import { hasImages, maySend, type MaySend, type SendSituation } from '../chat.rules.ts';
import { chats, type OpenChat } from '../chat.state.ts';
import { typeOf } from '../metadata.actions.ts';
import { modeOf } from '../request.ts';
import { acceptOutgoing, returnOutgoing, takeOutgoing } from './draft.actions.ts';
import { draftOf, drafts, visibleFiles, type Draft } from './draft.state.ts';
import { toOutput } from './output.ts';

type ReadDraft = Pick<Draft, 'document' | 'filesLoaded' | 'outgoing'> & { readonly files: readonly ChatFile[] };

/** All that decides whether the draft of a chat may be sent. */
export function situationOf(
  chatId: string,
  draft: ReadDraft,
  chat: Pick<OpenChat, 'entries' | 'earlier'> | undefined,
  memoryPercent: number,
) {
  const mode = modeOf(chatId);
  const files = visibleFiles(draft);
  const groups = mentionableIn(chatId);
  const statuses = files.map((file) => ({ state: file.state, isImage: isImage(file.fileType) }));
  return {
    ...toOutput(draft.document, groups),
    groups,
    // Files of an earlier visit are read from the browser's database first; until then they count as on their way.
    files: draft.filesLoaded ? statuses : [...statuses, { state: 'waiting', isImage: false } as const],
    fileContextBytes: contextBytes(files),
    memoryPercent,
    model: selectedModel(mode),
    imagesInHistory: hasImages(chat ?? { entries: [] }),
    mode,
    siteId: siteIdOf(searches[chatId]),
  } satisfies Omit<SendSituation, 'responding'>;
}

/** Names of the groups that a message may mention; in Knowledge Search an @ is a sign like any other. */
function mentionableIn(chatId: string): string[] {
  return typeOf(chatId) === 'search' ? [] : chats.groups.map((group) => group.group_name);
}

/** Whether the draft of a chat may be sent now; draws again when the answer changes. */
export function useMaySend(chatId: string, memoryPercent: number, responding: boolean): MaySend {
  const draft = useSnapshot(drafts)[chatId] as Draft | undefined;
  const chat = useSnapshot(chats).open[chatId] as OpenChat | undefined;
  const { [modeOf(chatId)]: mode } = useSnapshot(settings);
  const selection = useSnapshot(searches)[chatId]?.selection;
  const { status } = useSnapshot(session);
  // Read so that another model, another list of models or another site draws this again.
  void [mode.selectedModel, status.name, selection?.name];
  if (!draft) return { name: 'no', reason: '' };
  return maySend({ ...situationOf(chatId, draft, chat, memoryPercent), responding });
}

/** Sends the draft of a chat if it may be sent. The draft is kept until the server has the message. */
export async function submit(chatId: string, memoryPercent: number): Promise<MaySend> {
  const draft = draftOf(chatId);
  const situation = situationOf(chatId, draft, chats.open[chatId], memoryPercent);
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
