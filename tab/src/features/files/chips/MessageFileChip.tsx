import { lazy, Suspense, useState } from 'react';
import { isImage } from '#contract/files/fileTypes.ts';
import type { MessageFile } from '#contract/files/files.ts';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { explainCannotOpen } from '#tab/features/files/cannotOpen.rules.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { useLookedUp } from '#tab/features/files/lookedUp.ts';
import { FileChip } from './FileChip.tsx';

const SentImage = lazy(() => import('#tab/features/files/images/SentImage.tsx'));

/** A file of a sent message: documents open in the viewer, images in a dialog. One that cannot be opened is dimmed. */
export function MessageFileChip({ file }: { file: MessageFile }) {
  const [previewOpen, setPreviewOpen] = useState(false);
  const { scrapedFileId: fileId, fileName, fileType, warning } = file;
  const obstacle = explainCannotOpen(file);
  const isLookedUp = useLookedUp(fileId);
  const open = () => (isImage(fileType) ? setPreviewOpen(true) : void openInViewer({ fileId, fileName, fileType }));
  return (
    <>
      <FileChip
        name={fileName}
        fileType={fileType}
        state={null}
        tooltip={obstacle ?? [fileName, warning, isLookedUp && fileTexts.lookedUp].filter(Boolean).join(' · ')}
        onOpen={obstacle === null ? open : null}
      />
      {previewOpen && (
        <Suspense>
          <SentImage file={file} onClose={() => setPreviewOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
