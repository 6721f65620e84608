import type { ChatMetadata } from '#contract/chats/chat.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import PeersDialog from './PeersDialog.tsx';
import { shareWithPeers } from './share.actions.ts';

/** Shares a copy of a chat with colleagues. */
export default function ShareDialog({ chat, onClose }: { chat: ChatMetadata; onClose: () => void }) {
  return (
    <PeersDialog
      title={chatTexts.shareTitle}
      hint={chatTexts.shareHint}
      failure={chatTexts.shareFailed}
      onShare={(peerIds) => shareWithPeers(chat.ConversationId, peerIds)}
      onClose={onClose}
    />
  );
}
