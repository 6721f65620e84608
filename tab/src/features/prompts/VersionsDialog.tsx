import { Button, DialogActions, DialogContent, Radio, RadioGroup, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { getPromptVersions, type Prompt, type PromptVersion } from '#contract/prompts/prompts.ts';
import { PROMPT_CALL_TIMEOUT_MS } from '#contract/limits.ts';
import { api } from '#tab/api.ts';
import { formatTime } from '#tab/shell/formatDate.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { restoreVersion } from './prompts.actions.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';

const texts = promptTexts.versionList;

const fetchVersions = (promptId: string, signal: AbortSignal) =>
  api.call(getPromptVersions, { prompt_id: promptId }, { signal, timeoutMs: PROMPT_CALL_TIMEOUT_MS });

interface Props {
  prompt: Prompt;
  onRestored: (prompt: Prompt) => void;
  onClose: () => void;
}

type Restoring = { name: 'idle' } | { name: 'restoring' } | { name: 'failed'; detail: string };

/** The versions of a prompt with their texts; an earlier one can be restored. */
export default function VersionsDialog({ prompt, onRestored, onClose }: Props) {
  const styles = usePromptStyles();
  const [fetched, retry] = useFetched(prompt.prompt_id, fetchVersions, texts.failed);
  const [chosen, setChosen] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<Restoring>({ name: 'idle' });
  const versions = fetched.name === 'ready' ? fetched.value.versions : [];
  const [current, earlier] = versions;
  const shown = versions.find(({ version }) => version === chosen) ?? earlier;
  const isBusy = restoring.name === 'restoring';
  const restore = async () => {
    if (!current || !shown || shown === current || isBusy) return;
    setRestoring({ name: 'restoring' });
    try {
      const saved = await restoreVersion({ ...prompt, version: current.version }, shown.version);
      if (saved.name === 'saved') {
        onClose();
        onRestored(saved.prompt);
      } else if (saved.name === 'conflict') {
        // The list of versions shows what the other device saved.
        setRestoring({ name: 'failed', detail: texts.changed });
        retry();
      } else setRestoring({ name: 'failed', detail: texts.deleted });
    } catch (cause) {
      setRestoring({ name: 'failed', detail: (cause as Error).message });
    }
  };
  return (
    <Modal title={texts.title(prompt.prompt_title)} className={styles.form} onClose={onClose}>
      <DialogContent className={styles.column}>
        {fetched.name === 'loading' && <TextSkeleton label={texts.label} />}
        {fetched.name === 'failed' && (
          <ErrorMessage text={texts.failed} retry={{ label: promptTexts.retry, action: retry }} />
        )}
        {fetched.name === 'ready' && !shown && <EmptyState title={texts.only} />}
        {shown && (
          <>
            <RadioGroup
              aria-label={texts.label}
              className={styles.versionList}
              value={String(shown.version)}
              onChange={(_, { value }) => setChosen(Number(value))}
            >
              {versions.map((version) => (
                <Radio key={version.version} value={String(version.version)} label={nameVersion(version, current)} />
              ))}
            </RadioGroup>
            <div
              className={styles.text}
              tabIndex={0}
              role="group"
              aria-label={texts.text(formatTime(shown.modified_on))}
            >
              <strong>{shown.prompt_title}</strong>
              {`\n${shown.prompt_text}`}
            </div>
            {shown.labels_text !== '' && <span className={styles.meta}>{shown.labels_text}</span>}
          </>
        )}
        {restoring.name === 'failed' && <ErrorMessage text={restoring.detail} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{promptTexts.close}</Button>
        {shown && (
          <Button
            appearance="primary"
            disabledFocusable={shown === current || isBusy}
            icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
            onClick={() => void restore()}
          >
            {texts.restore}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}

function nameVersion(version: PromptVersion, current: PromptVersion | undefined): string {
  const time = formatTime(version.modified_on);
  return version.version === current?.version ? `${time} · ${texts.current}` : time;
}
