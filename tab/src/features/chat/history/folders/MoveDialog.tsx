import { Button, DialogActions, DialogContent, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Folder } from '#contract/chats/history.ts';
import { MAX_FOLDERS } from '#contract/limits.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { pinChats } from '#tab/features/chat/history/history.actions.ts';
import { sortFolders } from '#tab/features/chat/history/history.rules.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { FolderNameField } from './FolderNameField.tsx';
import { moveChats, normalizeFolderName, putFolder } from './folders.actions.ts';

const NONE = 'none';
const NEW = 'new';

/** Moves chats into a folder, a new folder, or out of folders. */
export default function MoveDialog({ ids, onClose }: { ids: readonly string[]; onClose: (moved: boolean) => void }) {
  const folders = sortFolders(useSnapshot(chats).folders as Folder[]);
  const [chosen, setChosen] = useState(() => getCommonFolder(ids) ?? (folders.length === 0 ? NEW : NONE));
  const [name, setName] = useState('');
  const isNew = chosen === NEW;
  const isMissingName = isNew && normalizeFolderName(name) === '';
  const move = async () => {
    if (isMissingName) return;
    const folderId = isNew ? crypto.randomUUID() : chosen === NONE ? null : chosen;
    if (isNew && !(await putFolder({ FolderId: folderId ?? '', Name: normalizeFolderName(name) }))) return;
    void moveChats(ids, folderId);
    // The list shows a pinned chat above the folders, so it would not be in the folder that the person chose.
    const pinned = folderId === null ? [] : ids.filter((id) => getMetadata(id)?.Pinned);
    if (pinned.length > 0) void pinChats(pinned, false);
    onClose(true);
  };
  return (
    <Modal
      title={ids.length === 1 ? historyTexts.move : historyTexts.moveChats(ids.length)}
      onClose={() => onClose(false)}
    >
      <DialogContent>
        <RadioGroup aria-label={historyTexts.folder} value={chosen} onChange={(_, { value }) => setChosen(value)}>
          <Radio value={NONE} label={historyTexts.noFolder} />
          {folders.map(({ FolderId, Name }) => (
            <Radio key={FolderId} value={FolderId} label={<bdi>{Name}</bdi>} />
          ))}
          {folders.length < MAX_FOLDERS && <Radio value={NEW} label={historyTexts.newFolder} />}
        </RadioGroup>
        {isNew && <FolderNameField name={name} onChange={setName} onEnter={() => void move()} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{chatTexts.cancel}</Button>
        <Button appearance="primary" disabledFocusable={isMissingName} onClick={() => void move()}>
          {historyTexts.moveAction}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The folder of the chats if all are in the same one. */
function getCommonFolder(ids: readonly string[]): string | null {
  const folderIds = new Set(ids.map((id) => getMetadata(id)?.FolderId ?? null));
  const [folderId = null] = folderIds;
  return folderIds.size === 1 && chats.folders.some(({ FolderId }) => FolderId === folderId) ? folderId : null;
}
