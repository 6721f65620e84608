import { Suspense } from 'react';
import type { Folder } from '#contract/chats/history.ts';
import type { ChatAction } from './chatAction.ts';
import { ChatMenu } from './ChatMenu.tsx';
import { FolderMenu } from './folders/FolderMenu.tsx';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';

const DeleteDialog = lazyDialog(() => import('./DeleteDialog.tsx'));
const FolderDialog = lazyDialog(() => import('./folders/FolderDialog.tsx'));
const MoveDialog = lazyDialog(() => import('./folders/MoveDialog.tsx'));
const ShareDialog = lazyDialog(() => import('#tab/features/chat/sharing/ShareDialog.tsx'));

interface HistoryDialogsProps {
  action: ChatAction;
  onAction: (action: ChatAction) => void;
  onClose: (isRemoved?: boolean) => void;
  onSelect: (chatId: string) => void;
  onMoved: () => void;
  onRemove: (ids: readonly string[], key: string) => void;
  onConfirmRemove: (ids: readonly string[]) => void;
  onRemoveFolder: (folder: Folder, key: string) => void;
}

/** The menu or dialog for the person's current action in the history. */
export function HistoryDialogs(props: HistoryDialogsProps) {
  const { action, onAction, onClose, onSelect, onMoved, onRemove, onConfirmRemove, onRemoveFolder } = props;
  return (
    <>
      {action.name === 'menu' && (
        <ChatMenu
          chat={action.chat}
          anchor={action.anchor}
          onAction={onAction}
          onSelect={() => onSelect(action.key)}
          onDelete={() => onRemove([action.key], action.key)}
          onClose={onClose}
        />
      )}
      {action.name === 'folderMenu' && (
        <FolderMenu
          anchor={action.anchor}
          onRename={() => onAction({ name: 'renamingFolder', key: action.key, folder: action.folder })}
          onDelete={() => onRemoveFolder(action.folder, action.key)}
          onClose={onClose}
        />
      )}
      <Suspense>
        {action.name === 'deleting' && (
          <DeleteDialog
            count={action.ids.length}
            onConfirm={() => onConfirmRemove(action.ids)}
            onClose={() => onClose()}
          />
        )}
        {action.name === 'moving' && (
          <MoveDialog
            ids={action.ids}
            onClose={(moved) => {
              onClose();
              if (moved) onMoved();
            }}
          />
        )}
        {action.name === 'renamingFolder' && <FolderDialog folder={action.folder} onClose={() => onClose()} />}
        {action.name === 'sharing' && <ShareDialog chat={action.chat} onClose={() => onClose()} />}
      </Suspense>
    </>
  );
}
