import { useEffect, useState } from 'react';
import { getFileBytes, type MessageFile } from '../../../../../api/contract/files.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { texts } from '../../../texts.ts';
import { mimeOf } from './imageContent.ts';
import ImagePreview, { type Picture } from './ImagePreview.tsx';

/** An image of a message that was sent, as the server keeps it. */
export default function SentImage({ file, onClose }: { file: MessageFile; onClose: () => void }) {
  return <ImagePreview name={file.fileName} picture={useSentPicture(file)} onClose={onClose} />;
}

function useSentPicture({ scrapedFileId, fileType }: MessageFile): Picture {
  const [picture, setPicture] = useState<Picture>({ name: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const controller = new AbortController();
    let address: string | null = null;
    setPicture({ name: 'loading' });
    api.bytes(getFileBytes, { file_id: scrapedFileId }, { signal: controller.signal }).then(
      (bytes) => {
        if (controller.signal.aborted) return;
        // The server gives every file as bytes without a type, so that none of them runs as a page.
        address = URL.createObjectURL(new Blob([bytes], { type: mimeOf(fileType) }));
        setPicture({ name: 'ready', address });
      },
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(texts.workspace.unreadable, cause);
        setPicture({ name: 'failed', retry: () => setAttempt(attempt + 1) });
      },
    );
    return () => {
      controller.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [scrapedFileId, fileType, attempt]);
  return picture;
}
