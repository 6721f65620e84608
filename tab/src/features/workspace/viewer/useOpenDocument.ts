import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { logFailure } from '../../../state/log.ts';
import { texts } from '../../../texts.ts';
import { chats } from '../../chat/chat.state.ts';
import { workspace } from '../workspace.state.ts';
import { findOpenDocument } from './openDocument.actions.ts';
import { showInViewer } from './viewer.actions.ts';

/** Shows the document that was last open beside the chat, also on another device, when the viewer is shown. */
export function useOpenDocument(): void {
  const { id } = useSnapshot(workspace);
  const { metadata, openId } = useSnapshot(chats);
  // The list of chats can arrive after the chat is open.
  const documentId = metadata.find(({ ConversationId }) => ConversationId === openId)?.FileViewerId ?? null;
  useEffect(() => {
    const before = workspace.viewer;
    if (before.name !== 'empty' || documentId === null) return;
    findOpenDocument().then(
      (target) => {
        if (target && workspace.id === id && workspace.viewer === before) void showInViewer(target);
      },
      (cause: unknown) => logFailure(texts.failures.fileViewers, cause),
    );
  }, [id, documentId]);
}
