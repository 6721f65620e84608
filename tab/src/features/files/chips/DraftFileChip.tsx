import { lazy, Suspense, useState } from 'react';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { getChipState, getChipTooltip } from './fileChip.rules.ts';
import { FileChip, type RemoveFile } from './FileChip.tsx';
import { retryFile } from '#tab/features/files/files.actions.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { toDataUrl } from '#tab/features/files/images/imageContent.ts';
import { useLookedUp } from '#tab/features/files/lookedUp.ts';

const ImagePreview = lazy(() => import('#tab/features/files/images/ImagePreview.tsx'));

interface DraftFileChipProps {
  chatId: string;
  file: ChatFile;
  onRemove: RemoveFile;
}

/** A file of a draft: documents open in the viewer, images in a dialog. */
export function DraftFileChip({ chatId, file, onRemove }: DraftFileChipProps) {
  const [previewOpen, setPreviewOpen] = useState(false);
  const content = file.state === 'ready' ? file.content : null;
  const isLookedUp = useLookedUp(content?.kind === 'text' ? content.fileId : undefined);
  const imageUrl = content?.kind === 'image' ? toDataUrl(content) : undefined;
  const open = () => {
    if (content?.kind === 'image') setPreviewOpen(true);
    if (content?.kind === 'text') {
      void openInViewer({ fileId: content.fileId, fileName: file.name, fileType: file.fileType });
    }
  };
  return (
    <>
      <FileChip
        name={file.name}
        fileType={file.fileType}
        state={getChipState(file, isLookedUp)}
        tooltip={getChipTooltip(file, isLookedUp)}
        thumbnail={imageUrl}
        onOpen={content ? open : null}
        onRemove={onRemove}
        onRetry={file.state === 'failed' && file.retry ? () => retryFile(chatId, file.id) : undefined}
      />
      {previewOpen && imageUrl !== undefined && (
        <Suspense>
          <ImagePreview name={file.name} url={imageUrl} onClose={() => setPreviewOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
