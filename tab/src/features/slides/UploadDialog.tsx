import { Button, DialogActions, DialogContent, Spinner, Text } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { isAvaError } from '#contract/errors.ts';
import type { PresentationTemplate } from '#contract/exports/presentations.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { network } from '#tab/state/network.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { explainFailure, uploadTemplate, type LoadedTemplate } from './slides.actions.ts';
import { isPptx } from './slides.rules.ts';
import { useSlideStyles } from './slides.styles.ts';
import { slideTexts } from './slides.texts.ts';

interface UploadDialogProps {
  onUploaded: (uploaded: LoadedTemplate & { templates: PresentationTemplate[] }) => void;
  onClose: () => void;
}

type Uploading = { name: 'idle' } | { name: 'uploading' } | { name: 'failed'; text: string };

/** Uploads a template. After a failure no file is selected. */
export function UploadDialog({ onUploaded, onClose }: UploadDialogProps) {
  const styles = useSlideStyles();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<Uploading>({ name: 'idle' });
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);

  function clear(): void {
    setFile(null);
    if (input.current) input.current.value = '';
  }

  function choose(chosen: File | undefined): void {
    if (!chosen) return;
    if (isPptx(chosen)) {
      setFile(chosen);
      return setState({ name: 'idle' });
    }
    clear();
    setState({ name: 'failed', text: slideTexts.notPptx });
  }

  async function upload(): Promise<void> {
    if (!file || state.name === 'uploading') return;
    setState({ name: 'uploading' });
    const { signal } = controller.current;
    try {
      onUploaded(await uploadTemplate(file, signal));
    } catch (cause) {
      if (signal.aborted) return;
      logFailure(slideTexts.ingestFailed, cause);
      // Without a network, the file is not to blame and stays selected.
      if (network.isOnline) clear();
      showToast('error', slideTexts.uploadFailed, { isQuiet: true });
      const reason = isAvaError(cause) && cause.code !== 'unexpected' ? `: ${cause.detail}` : '';
      setState({
        name: 'failed',
        text: reason ? `${slideTexts.uploadFailed}${reason}` : explainFailure(slideTexts.uploadFailed),
      });
    }
  }

  return (
    <Modal title={slideTexts.uploadTitle} onClose={onClose}>
      <DialogContent className={styles.column}>
        <Text className={styles.hint}>{slideTexts.uploadHint}</Text>
        <input
          ref={input}
          type="file"
          hidden
          accept=".pptx,application/vnd.openxmlformats-officedocument.presentationml.presentation"
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <div className={styles.file}>
          <Button disabled={state.name === 'uploading'} onClick={() => input.current?.click()}>
            {slideTexts.chooseFile}
          </Button>
          <Text className={styles.fileName} role="status">
            {file?.name ?? slideTexts.noFile}
          </Text>
        </div>
        {state.name === 'failed' && <ErrorMessage text={state.text} />}
        {state.name === 'uploading' && (
          <div role="status">
            <Spinner size="tiny" labelPosition="after" label={slideTexts.uploading} />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{slideTexts.cancel}</Button>
        <Button appearance="primary" disabled={!file || state.name === 'uploading'} onClick={() => void upload()}>
          {slideTexts.upload}
        </Button>
      </DialogActions>
    </Modal>
  );
}
