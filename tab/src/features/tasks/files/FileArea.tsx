import { Button } from '@fluentui/react-components';
import { AttachRegular } from '@fluentui/react-icons';
import { useEffect, useRef, type ChangeEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { TaskFile } from '#contract/tasks/tasks.ts';
import { drafts, type Draft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { DraftFileChips } from '#tab/features/files/chips/DraftFileChips.tsx';
import { FileChip } from '#tab/features/files/chips/FileChip.tsx';
import type { ChatFile } from '#tab/features/files/files.state.ts';
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
  const input = useRef<HTMLInputElement>(null);
  const key = getUploadKey({ taskId, stepId });
  useEffect(() => watchUploads({ taskId, stepId }), [taskId, stepId]);
  const draft = useSnapshot(drafts)[key] as Draft | undefined;
  const uploads = (draft?.files ?? []) as ChatFile[];
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    addTaskFiles({ taskId, stepId }, Array.from(event.target.files ?? []));
    // Otherwise the same file could not be chosen again after its removal.
    event.target.value = '';
  };
  return (
    <div className={styles.field} role="group" aria-label={label}>
      <div className={styles.row}>
        <span className={styles.label}>{label}</span>
        <Button size="small" icon={<AttachRegular />} onClick={() => input.current?.click()}>
          {taskTexts.addFiles}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".pdf,.docx,.pptx,.txt"
          aria-label={`${taskTexts.addFiles}: ${label}`}
          onChange={choose}
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
      {uploads.length > 0 && (
        <DraftFileChips chatId={key} files={uploads} removed={[]} focusAfter={() => input.current?.focus()} />
      )}
    </div>
  );
}
