import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptLists } from '#contract/files/fileTypes.ts';
import type { TaskFile } from '#contract/tasks/taskFile.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { drafts, type Draft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { DraftFileChips } from '#tab/features/files/chips/DraftFileChips.tsx';
import { FileChip } from '#tab/features/files/chips/FileChip.tsx';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { AddFilesMenu } from '#tab/features/files/sources/AddFilesMenu.tsx';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { removeFile } from '#tab/features/tasks/editing/edit.actions.ts';
import { useTaskStyles } from '#tab/features/tasks/screen/screen.styles.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { addTaskFiles, getUploadKey, watchUploads, type FileTarget } from './taskFiles.actions.ts';

interface Props extends FileTarget {
  label: string;
  files: readonly TaskFile[];
}

/** Files of a task or a step, those that are still being read, and a button to add some. */
export function FileArea({ taskId, stepId, label, files }: Props) {
  const styles = useTaskStyles();
  const group = useRef<HTMLDivElement>(null);
  const key = getUploadKey({ taskId, stepId });
  useEffect(() => watchUploads({ taskId, stepId }), [taskId, stepId]);
  const draft = useSnapshot(drafts)[key] as Draft | undefined;
  const reading = (draft?.files ?? []) as ChatFile[];
  const uploads = useOrganization()?.features.uploadBlob ?? true;
  return (
    <div ref={group} className={styles.field} role="group" aria-label={label}>
      <div className={styles.row}>
        <span className={styles.label}>{label}</span>
        <AddFilesMenu
          label={`${taskTexts.addFiles}: ${label}`}
          accept={acceptLists.chatPicker}
          refusal={uploads ? null : fileTexts.uploadsOff}
          onFiles={(added) => addTaskFiles({ taskId, stepId }, added)}
        />
      </div>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.dataId}>
            <FileChip
              name={file.dataName}
              fileType={file.dataType}
              state={null}
              tooltip={file.dataName}
              onOpen={() =>
                void openInViewer({ fileId: file.dataId, fileName: file.dataName, fileType: file.dataType })
              }
              onRemove={() => removeFile(taskId, stepId, file.dataId)}
            />
          </li>
        ))}
      </ul>
      {reading.length > 0 && (
        <DraftFileChips
          chatId={key}
          files={reading}
          removed={[]}
          focusAfter={() => group.current?.querySelector('button')?.focus()}
        />
      )}
    </div>
  );
}
