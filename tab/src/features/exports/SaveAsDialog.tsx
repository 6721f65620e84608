import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { openDialog, type ExportKind, type ExportTarget } from '#tab/shell/dialogs.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { cleanName } from './exports.rules.ts';
import { exportTexts } from './exports.texts.ts';
import { NAME_FORM, NameForm } from './NameForm.tsx';

interface SaveAsDialogProps {
  kind: ExportKind;
  target: ExportTarget;
  proposal: string;
  onClose: () => void;
}

/** Asks for a name, and then makes the file or the draft, or continues with the slides. */
export default function SaveAsDialog({ kind, ...props }: SaveAsDialogProps) {
  return kind === 'pptx' ? <NameSlides {...props} /> : <DeliveryDialog kind={kind} {...props} />;
}

function NameSlides({ target, proposal, onClose }: Omit<SaveAsDialogProps, 'kind'>) {
  const [name, setName] = useState(proposal);
  const next = () => openDialog({ name: 'slides', target, title: cleanName(name) });
  return (
    <NameForm kind="pptx" name={name} onName={setName} onSubmit={next} onClose={onClose}>
      <Button type="submit" form={NAME_FORM} appearance="primary" disabledFocusable={cleanName(name) === ''}>
        {exportTexts.kinds.pptx.confirm}
      </Button>
    </NameForm>
  );
}
