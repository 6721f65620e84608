import { Button, DialogActions, DialogContent, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { ExportKind, ExportTarget } from '#tab/shell/dialogs.ts';
import { requestConsent } from '#tab/state/session.actions.ts';
import { isPhoneHost } from '#tab/teams/teamsHost.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { cleanName } from './exports.rules.ts';
import { useExportStyles } from './exports.styles.ts';
import { exportTexts } from './exports.texts.ts';
import { NAME_FORM, NameForm } from './NameForm.tsx';
import { useExport, type Destination, type ExportState } from './useExport.ts';

interface DeliveryDialogProps {
  kind: Exclude<ExportKind, 'pptx'>;
  target: ExportTarget;
  proposal: string;
  onClose: () => void;
}

/** Makes a file or a draft. After a failure the dialog and the name stay. */
export function DeliveryDialog({ kind, target, proposal, onClose }: DeliveryDialogProps) {
  const [name, setName] = useState(proposal);
  const { state, run } = useExport(kind, target, onClose);
  const isPhone = isPhoneHost();
  const start = (destination: Destination) => void run(cleanName(name), destination);
  // Phones cannot save a download from Teams, so OneDrive is the first choice there.
  const primary: Destination = kind !== 'email' && isPhone ? 'oneDrive' : 'open';
  if (state.name === 'incomplete') return <Notes kind={kind} notes={state.notes} onClose={onClose} />;

  const isWorking = state.name === 'working';
  const isDisabled = cleanName(name) === '' || isWorking;
  const button = (destination: Destination) => (
    <Button
      key={destination}
      type={destination === primary ? 'submit' : 'button'}
      form={NAME_FORM}
      appearance={destination === primary ? 'primary' : 'secondary'}
      disabledFocusable={isDisabled}
      icon={isWorking && state.destination === destination ? <Spinner size="tiny" /> : null}
      {...(destination === primary ? {} : { onClick: () => start(destination) })}
    >
      {destination === 'open' ? exportTexts.kinds[kind].confirm : exportTexts.saveToOneDrive}
    </Button>
  );
  const others: Destination[] = kind === 'email' ? [] : [primary === 'open' ? 'oneDrive' : 'open'];
  return (
    <NameForm
      kind={kind}
      name={name}
      onName={setName}
      onSubmit={() => start(primary)}
      onClose={onClose}
      message={<Message kind={kind} state={state} isPhone={isPhone} onRetry={start} />}
    >
      {others.map(button)}
      {button(primary)}
    </NameForm>
  );
}

interface MessageProps {
  kind: Exclude<ExportKind, 'pptx'>;
  state: ExportState;
  isPhone: boolean;
  onRetry: (destination: Destination) => void;
}

function Message({ kind, state, isPhone, onRetry }: MessageProps) {
  const styles = useExportStyles();
  if (state.name === 'failed') {
    const { failure, destination } = state;
    const retry = { label: exportTexts.retry, action: () => onRetry(destination) };
    const consent = {
      label: exportTexts.consent,
      action: () => void requestConsent().then(() => onRetry(destination)),
    };
    return (
      <div role="alert">
        <ErrorMessage text={failure.text} retry={failure.needsConsent ? consent : retry} />
      </div>
    );
  }
  return (
    <>
      {isPhone && kind !== 'email' && <p className={styles.hint}>{exportTexts.phoneHint}</p>}
      <span role="status" className={styles.hint}>
        {state.name === 'working' &&
          (state.destination === 'oneDrive' ? exportTexts.saving : exportTexts.kinds[kind].working)}
      </span>
    </>
  );
}

/** What is not in the result. It stays until the person has read it. */
function Notes({ kind, notes, onClose }: { kind: ExportKind; notes: readonly string[]; onClose: () => void }) {
  const styles = useExportStyles();
  return (
    <Modal title={exportTexts.kinds[kind].menuItem} onClose={onClose}>
      <DialogContent className={styles.content}>
        {notes.map((note) => (
          <MessageBar key={note} intent="warning" layout="multiline">
            <MessageBarBody>{note}</MessageBarBody>
          </MessageBar>
        ))}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {exportTexts.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}
