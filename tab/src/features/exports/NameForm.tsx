import { Button, DialogActions, DialogContent, Field, Input } from '@fluentui/react-components';
import type { FormEvent, ReactNode } from 'react';
import { toExportName } from '#contract/exports/exports.ts';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import type { ExportKind } from '#tab/shell/dialogs.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { cleanName } from './exports.rules.ts';
import { useExportStyles } from './exports.styles.ts';
import { exportTexts } from './exports.texts.ts';

/** Id of the form; its buttons are outside of it. */
export const NAME_FORM = 'export-name';

interface NameFormProps {
  kind: ExportKind;
  name: string;
  onName: (name: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Content between the field and the buttons. */
  message?: ReactNode;
  /** The buttons beside Cancel. */
  children: ReactNode;
}

/** The field for the name. Enter confirms. */
export function NameForm({ kind, name, onName, onSubmit, onClose, message, children }: NameFormProps) {
  const styles = useExportStyles();
  const texts = exportTexts.kinds[kind];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cleanName(name) !== '') onSubmit();
  };
  return (
    <Modal title={texts.title} onClose={onClose}>
      <DialogContent>
        <form id={NAME_FORM} className={styles.content} onSubmit={submit}>
          <Field label={kind === 'email' ? exportTexts.subject : exportTexts.name} hint={getHint(kind, name)}>
            <Input
              value={name}
              maxLength={MAX_TITLE_CHARACTERS}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(_, { value }) => onName(value)}
            />
          </Field>
          {message}
        </form>
      </DialogContent>
      <DialogActions className={styles.actions} fluid>
        <Button onClick={onClose}>{exportTexts.cancel}</Button>
        {children}
      </DialogActions>
    </Modal>
  );
}

/** A hint below the field: for an e-mail what happens next, for a file its name if that differs from the typed one. */
function getHint(kind: ExportKind, name: string): string | null {
  if (kind === 'email') return exportTexts.draftHint;
  const typed = cleanName(name);
  const fileName = toExportName(typed, kind);
  return typed === '' || fileName === `${typed}.${kind}` ? null : exportTexts.nameIs(fileName);
}
