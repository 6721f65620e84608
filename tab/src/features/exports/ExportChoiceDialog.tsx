import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import type { ExportTarget } from '../../shell/dialogs.ts';
import { Modal } from '../../ui/Modal.tsx';
import { openExport } from './exports.actions.ts';
import { exportKinds } from './exports.rules.ts';
import { useExportStyles } from './exports.styles.ts';
import { exportTexts } from './exports.texts.ts';
import { KindIcon } from './KindIcon.tsx';

interface ExportChoiceDialogProps {
  target: ExportTarget;
  proposal: string;
  onClose: () => void;
}

/** The formats as a dialog: for people who come from the bot's link, often on a phone. */
export default function ExportChoiceDialog({ target, proposal, onClose }: ExportChoiceDialogProps) {
  const styles = useExportStyles();
  return (
    <Modal title={exportTexts.exportAnswer} onClose={onClose}>
      <DialogContent className={styles.content}>
        <p className={styles.hint}>{exportTexts.choose}</p>
        <div className={styles.choices}>
          {exportKinds.map((kind) => (
            <Button
              key={kind}
              className={styles.choice}
              icon={<KindIcon kind={kind} />}
              onClick={() => openExport(kind, target, proposal)}
            >
              {exportTexts.kinds[kind].menuItem}
            </Button>
          ))}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{exportTexts.cancel}</Button>
      </DialogActions>
    </Modal>
  );
}
