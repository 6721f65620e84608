import { PROGRESS_LIST_MAX } from '#contract/limits.ts';
import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';

const texts = knowledgeTexts.corpus;

interface RemoveConfirmationProps {
  names: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before files are removed from a corpus. */
export function RemoveConfirmation({ names, onCancel, onConfirm }: RemoveConfirmationProps) {
  const hiddenCount = names.length - PROGRESS_LIST_MAX;
  return (
    <DangerDialog
      title={texts.confirmTitle(names.length)}
      cancel={knowledgeTexts.cancel}
      confirm={texts.remove}
      onConfirm={onConfirm}
      onClose={onCancel}
    >
      <p>{texts.confirm}</p>
      <ul>
        {names.slice(0, PROGRESS_LIST_MAX).map((name, index) => (
          <li key={`${index} ${name}`}>
            <FileName name={name} />
          </li>
        ))}
        {hiddenCount > 0 && <li>{texts.moreFiles(hiddenCount)}</li>}
      </ul>
    </DangerDialog>
  );
}
