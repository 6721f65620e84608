import { Button, DialogActions, DialogContent, Field, Spinner, Text, Textarea } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { MAX_DESCRIPTION_CHARACTERS, MAX_GUIDING_PROMPT_CHARACTERS } from '#contract/sites/sites.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { useCorpusStyles } from '#tab/features/knowledge/corpus/corpusFiles.styles.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { fetchCorpusText, saveCorpusText, type CorpusText } from './editSite.actions.ts';

const texts = knowledgeTexts.edit;

type Loaded = { name: 'loading' } | { name: 'ready'; text: CorpusText } | { name: 'failed' };

/** Edits description and prompt of a corpus, for owners of its site. */
export default function EditSiteDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const styles = useCorpusStyles();
  const [loaded, setLoaded] = useState<Loaded>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setLoaded({ name: 'loading' });
    fetchCorpusText(siteId, controller.signal).then(
      (text) => controller.signal.aborted || setLoaded({ name: 'ready', text }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(texts.loadFailed, cause);
        showToast('error', texts.loadFailed);
        setLoaded({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [siteId, attempt]);

  return (
    <Modal title={texts.title} onClose={onClose}>
      {loaded.name === 'ready' ? (
        <EditForm siteId={siteId} text={loaded.text} onClose={onClose} />
      ) : (
        <>
          <DialogContent className={styles.content}>
            {loaded.name === 'loading' ? (
              <Spinner label={texts.loading} />
            ) : (
              <ErrorMessage
                text={texts.loadFailed}
                retry={{ label: knowledgeTexts.retry, action: () => setAttempt(attempt + 1) }}
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{knowledgeTexts.cancel}</Button>
          </DialogActions>
        </>
      )}
    </Modal>
  );
}

/** State of an edit. Any further edit resets `saved`. */
type Saving =
  | { name: 'unchanged' }
  | { name: 'edited' }
  | { name: 'saving' }
  | { name: 'saved' }
  | { name: 'failed'; detail: string };

interface EditFormProps {
  siteId: string;
  text: CorpusText;
  onClose: () => void;
}

function EditForm({ siteId, text, onClose }: EditFormProps) {
  const styles = useCorpusStyles();
  const [stored, setStored] = useState(text);
  const [edited, setEdited] = useState(text);
  const [saving, setSaving] = useState<Saving>({ name: 'unchanged' });
  const change = (changes: Partial<CorpusText>) => {
    const next = { ...edited, ...changes };
    setEdited(next);
    setSaving(sameText(next, stored) ? { name: 'unchanged' } : { name: 'edited' });
  };
  const save = async () => {
    setSaving({ name: 'saving' });
    try {
      await saveCorpusText(siteId, stored, edited);
      setStored(edited);
      setSaving({ name: 'saved' });
    } catch (cause) {
      logFailure(texts.failed, cause);
      setSaving({ name: 'failed', detail: cause instanceof Error ? cause.message : texts.failed });
    }
  };
  const toSave = saving.name === 'edited' || saving.name === 'failed';
  return (
    <>
      <DialogContent className={styles.content}>
        <Field label={texts.description}>
          <Textarea
            rows={3}
            maxLength={MAX_DESCRIPTION_CHARACTERS}
            disabled={saving.name === 'saving'}
            value={edited.CorpusDescription}
            onChange={(_, { value }) => change({ CorpusDescription: value })}
          />
        </Field>
        <Field label={texts.prompt}>
          <Textarea
            rows={4}
            maxLength={MAX_GUIDING_PROMPT_CHARACTERS}
            disabled={saving.name === 'saving'}
            value={edited.CorpusPrompt}
            onChange={(_, { value }) => change({ CorpusPrompt: value })}
          />
        </Field>
        {saving.name === 'failed' && (
          <div role="alert">
            <ErrorMessage text={saving.detail} />
          </div>
        )}
        <Text role="status">{saving.name === 'saved' ? texts.saved : knowledgeTexts.syncNote}</Text>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={saving.name === 'saving'} onClick={onClose}>
          {knowledgeTexts.cancel}
        </Button>
        <Button
          appearance="primary"
          disabledFocusable={saving.name === 'saving'}
          onClick={() => (toSave ? void save() : onClose())}
        >
          {saving.name === 'saving' ? texts.saving : toSave ? texts.save : texts.done}
        </Button>
      </DialogActions>
    </>
  );
}

function sameText(a: CorpusText, b: CorpusText): boolean {
  return a.CorpusDescription === b.CorpusDescription && a.CorpusPrompt === b.CorpusPrompt;
}
