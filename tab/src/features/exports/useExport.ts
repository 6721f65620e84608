import { useRef, useState } from 'react';
import type { DocumentFormat, ExportedFile } from '#contract/exports/exports.ts';
import type { ExportKind, ExportTarget } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { network } from '#tab/state/network.ts';
import { createDraft, download, makeFile, openDraft, saveFile } from './exports.actions.ts';
import { toFailure, type ExportFailure } from './exports.rules.ts';
import { exportTexts } from './exports.texts.ts';

/**
 * Where the result goes. `open` opens a draft in Outlook or downloads a file; `oneDrive` saves it in the person's
 * OneDrive.
 */
export type Destination = 'open' | 'oneDrive';

export type ExportState =
  | { name: 'idle' }
  | { name: 'working'; destination: Destination }
  | { name: 'failed'; failure: ExportFailure; destination: Destination }
  /** The export is finished, but something is missing in the result. */
  | { name: 'incomplete'; notes: readonly string[] };

interface Made {
  title: string;
  file: ExportedFile;
}

/** Makes and delivers one export. After a failure the name is kept, and a file that was made is not made again. */
export function useExport(kind: Exclude<ExportKind, 'pptx'>, target: ExportTarget, onDone: () => void) {
  const [state, setState] = useState<ExportState>({ name: 'idle' });
  const isWorking = useRef(false);
  const key = useRef(crypto.randomUUID());
  const made = useRef<Made | null>(null);

  const deliverFile = async (format: DocumentFormat, title: string, to: Destination) => {
    if (made.current?.title !== title || isExpired(made.current.file))
      made.current = { title, file: await makeFile(target, format, title) };
    const { file } = made.current;
    if (to === 'oneDrive') await saveFile(file);
    else {
      await download(file);
      showToast('success', exportTexts.downloaded(title, format));
    }
    return file.notes;
  };

  const deliverDraft = async (subject: string) => {
    const draft = await createDraft(target, subject, key.current);
    openDraft(draft);
    return draft.missing.length > 0 ? [exportTexts.missing(draft.missing), ...draft.notes] : draft.notes;
  };

  const run = async (title: string, destination: Destination) => {
    // A second click can come before the button is drawn as disabled.
    if (isWorking.current) return;
    isWorking.current = true;
    setState({ name: 'working', destination });
    try {
      const notes = kind === 'email' ? await deliverDraft(title) : await deliverFile(kind, title, destination);
      if (notes.length > 0) setState({ name: 'incomplete', notes });
      else onDone();
    } catch (cause) {
      const failure = toFailure(kind, title, cause, network.isOnline);
      logFailure(failure.text, cause);
      setState({ name: 'failed', failure, destination });
    } finally {
      isWorking.current = false;
    }
  };
  return { state, run };
}

const isExpired = ({ expires_at }: ExportedFile) => Date.parse(expires_at) <= Date.now();
