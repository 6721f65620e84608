import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { PROGRESS_LIST_MAX } from '../../../../../api/contract/limits.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { truncateEnd } from './corpusFiles.rules.ts';

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
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => open || onCancel()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{texts.confirmTitle(names.length)}</DialogTitle>
          <DialogContent>
            <p>{texts.confirm}</p>
            <ul>
              {names.slice(0, PROGRESS_LIST_MAX).map((name, index) => (
                <li key={`${index} ${name}`}>
                  <bdi title={name}>{truncateEnd(name)}</bdi>
                </li>
              ))}
              {hiddenCount > 0 && <li>{texts.moreFiles(hiddenCount)}</li>}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onCancel}>{knowledgeTexts.cancel}</Button>
            <Button appearance="primary" onClick={onConfirm}>
              {texts.remove}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
