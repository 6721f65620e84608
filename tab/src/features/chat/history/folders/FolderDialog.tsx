import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { useState } from 'react';
import type { Folder } from '#contract/chats/history.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { FolderNameField } from './FolderNameField.tsx';
import { normalizeFolderName, putFolder } from './folders.actions.ts';

/** Names a new folder, or renames one. */
export default function FolderDialog({ folder, onClose }: { folder: Folder | null; onClose: () => void }) {
  const [name, setName] = useState(folder?.Name ?? '');
  const normalized = normalizeFolderName(name);
  const save = async () => {
    if (normalized === '') return;
    if (await putFolder({ FolderId: folder?.FolderId ?? crypto.randomUUID(), Name: normalized })) onClose();
  };
  return (
    <Modal title={folder ? historyTexts.renameFolder : historyTexts.newFolder} onClose={onClose}>
      <DialogContent>
        <FolderNameField name={name} onChange={setName} onEnter={() => void save()} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{chatTexts.cancel}</Button>
        <Button appearance="primary" disabledFocusable={normalized === ''} onClick={() => void save()}>
          {folder ? historyTexts.save : historyTexts.createFolder}
        </Button>
      </DialogActions>
    </Modal>
  );
}
