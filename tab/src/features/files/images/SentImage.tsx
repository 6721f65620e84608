import { useEffect, useState } from 'react';
import { getFileBytes, type MessageFile } from '#contract/files/files.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { getImageMime } from './imageContent.ts';
import ImagePreview, { type PreviewImage } from './ImagePreview.tsx';

/** An image of a sent message, loaded from the server. */
export default function SentImage({ file, onClose }: { file: MessageFile; onClose: () => void }) {
  return <ImagePreview name={file.fileName} image={useSentImage(file)} onClose={onClose} />;
}

function useSentImage({ scrapedFileId, fileType }: MessageFile): PreviewImage {
  const [image, setImage] = useState<PreviewImage>({ name: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    setImage({ name: 'loading' });
    api.bytes(getFileBytes, { file_id: scrapedFileId }, { signal: controller.signal }).then(
      (bytes) => {
        if (controller.signal.aborted) return;
        // The server sends files without a content type, so that none of them runs as a page.
        url = URL.createObjectURL(new Blob([bytes], { type: getImageMime(fileType) }));
        setImage({ name: 'ready', url });
      },
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(texts.workspace.unreadable, cause);
        setImage({ name: 'failed', retry: () => setAttempt(attempt + 1) });
      },
    );
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [scrapedFileId, fileType, attempt]);
  return image;
}
