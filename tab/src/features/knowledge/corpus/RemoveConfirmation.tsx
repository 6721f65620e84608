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
import { cutName } from './corpusFiles.rules.ts';

const words = knowledgeTexts.corpus;

interface RemoveConfirmationProps {
  names: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before files are taken out of a corpus. */
export function RemoveConfirmation({ names, onCancel, onConfirm }: RemoveConfirmationProps) {
  const more = names.length - PROGRESS_LIST_MAX;
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => open || onCancel()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{words.confirmTitle(names.length)}</DialogTitle>
          <DialogContent>
            <p>{words.confirm}</p>
            <ul>
              {names.slice(0, PROGRESS_LIST_MAX).map((name, at) => (
                <li key={`${at} ${name}`}>
                  <bdi title={name}>{cutName(name)}</bdi>
                </li>
              ))}
              {more > 0 && <li>{words.moreFiles(more)}</li>}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onCancel}>{knowledgeTexts.cancel}</Button>
            <Button appearance="primary" onClick={onConfirm}>
              {words.remove}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
