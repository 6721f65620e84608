import { useEffect, useState } from 'react';
import { isImage } from '#contract/files/fileTypes.ts';
import { getFileBytes, type MessageFile } from '#contract/files/files.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { explainCannotOpen } from '#tab/features/files/cannotOpen.rules.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { useLookedUp } from '#tab/features/files/lookedUp.ts';
import { getImageMime } from '#tab/features/files/images/imageContent.ts';
import { FileChip } from './FileChip.tsx';

interface MessageFileChipProps {
  file: MessageFile;
  /** Whether the message is stored; before that, its images cannot be loaded. */
  isStored?: boolean;
}

/** A file of a sent message, which opens in the viewer; an image has a thumbnail. A file that cannot be opened is dimmed. */
export function MessageFileChip({ file, isStored = true }: MessageFileChipProps) {
  const { scrapedFileId: fileId, fileName, fileType, warning } = file;
  const obstacle = explainCannotOpen(file);
  const isLookedUp = useLookedUp(fileId);
  const thumbnail = useSentImage(isStored && isImage(fileType) && obstacle === null ? file : null);
  return (
    <FileChip
      name={fileName}
      fileType={fileType}
      state={null}
      tooltip={obstacle ?? [fileName, warning, isLookedUp && fileTexts.lookedUp].filter(Boolean).join(' · ')}
      thumbnail={thumbnail}
      onOpen={obstacle === null ? () => void openInViewer({ fileId, fileName, fileType }) : null}
    />
  );
}

/** The address of an image of a sent message, once it is loaded; undefined without an image, and if it cannot be loaded. */
function useSentImage(file: MessageFile | null): string | undefined {
  const [url, setUrl] = useState<string>();
  const { scrapedFileId: id, fileType } = file ?? {};
  useEffect(() => {
    if (id === undefined || fileType === undefined) return;
    const controller = new AbortController();
    let address: string | undefined;
    api.bytes(getFileBytes, { file_id: id }, { signal: controller.signal }).then(
      (bytes) => {
        if (controller.signal.aborted) return;
        // The server sends files without a content type, so that none of them runs as a page.
        address = URL.createObjectURL(new Blob([bytes], { type: getImageMime(fileType) }));
        setUrl(address);
      },
      (cause: unknown) => controller.signal.aborted || logFailure(texts.workspace.unreadable, cause),
    );
    return () => {
      controller.abort();
      setUrl(undefined);
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [id, fileType]);
  return url;
}
