import type { MessageFile } from '../../../../api/contract/files.ts';
import { openInViewer } from '../workspace/workspace.actions.ts';
import { FileChip } from './FileChip.tsx';
import { isImage, type FileType } from '../../../../api/contract/fileTypes.ts';
import { fileTexts } from './files.texts.ts';

/** A file of a message that was sent. The server keeps the text of documents; an image cannot be opened again. */
export function MessageFileChip({ file }: { file: MessageFile }) {
  const { scrapedFileId: fileId, fileName, fileType } = file;
  const opens = !isImage(fileType as FileType);
  return (
    <FileChip
      name={fileName}
      fileType={fileType}
      state={null}
      tooltip={opens ? fileName : fileTexts.cannotOpen(fileName)}
      onOpen={opens ? () => void openInViewer({ fileId, fileName, fileType }) : null}
    />
  );
}
