import { Button, Caption1, DialogActions, DialogContent, Spinner, Text } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { Site } from '#contract/sites/sites.ts';
import { getChatPath } from '#tab/shell/areas.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { AddFiles } from '#tab/features/knowledge/corpus/AddFiles.tsx';
import { isUploading } from '#tab/features/knowledge/corpus/corpusFiles.rules.ts';
import { fileProgress } from '#tab/features/knowledge/corpus/fileProgress.state.ts';
import { useCorpusStyles } from '#tab/features/knowledge/corpus/corpusFiles.styles.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { Congratulations } from './Congratulations.tsx';
import { selectSiteForSearch, createCorpus, type CorpusForm } from './createCorpus.actions.ts';
import { useCreateStyles } from './createCorpus.styles.ts';
import { CreateCorpusForm, type FormNote } from './CreateCorpusForm.tsx';

const texts = knowledgeTexts.create;

type Step =
  | { name: 'form'; note: FormNote }
  | { name: 'creating' }
  | { name: 'files'; corpus: Site }
  | { name: 'done'; corpus: Site };

const stepNumbers = { form: 1, creating: 1, files: 2, done: 3 } satisfies Record<Step['name'], number>;

/**
 * Creates a corpus in three steps. While files are uploaded, the dialog can be left, and they are added in the background.
 */
export default function CreateCorpusDialog({ onClose }: { onClose: () => void }) {
  const styles = useCorpusStyles();
  const createStyles = useCreateStyles();
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>({ name: 'form', note: { name: 'none' } });
  const [form, setForm] = useState<CorpusForm>({ site: null, library: null, description: '', prompt: '' });
  const work = useSnapshot(fileProgress);
  const uploading = step.name === 'files' && isUploading(work[step.corpus.SiteId]?.items ?? []);
  const busy = uploading || step.name === 'creating';

  // Gets the focus at each new step: the clicked button is removed with the previous one, and the focus would be lost.
  const title = useRef<HTMLSpanElement>(null);
  const number = stepNumbers[step.name];
  useEffect(() => {
    if (number > 1) title.current?.focus();
  }, [number]);

  const create = async () => {
    const { site, library } = form;
    if (!site || !library) {
      return setStep({ name: 'form', note: { name: 'warning', text: texts.needsSite } });
    }
    setStep({ name: 'creating' });
    try {
      setStep({ name: 'files', corpus: await createCorpus(site, library, form) });
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : texts.failed(site.displayName);
      setStep({ name: 'form', note: { name: 'error', text } });
    }
  };
  const change = (changes: Partial<CorpusForm>) => {
    setForm((before) => ({ ...before, ...changes }));
    setStep({ name: 'form', note: { name: 'none' } });
  };
  const start = (corpus: Site) => {
    onClose();
    navigate(getChatPath('search'));
    selectSiteForSearch(corpus.SiteId);
  };

  return (
    <Modal
      title={
        <>
          <span ref={title} tabIndex={-1} className={createStyles.title}>
            {texts.title}
          </span>
          <Caption1 className={createStyles.step}>{texts.step(number)}</Caption1>
        </>
      }
      modalType="alert"
      className={step.name === 'files' ? styles.wide : undefined}
      onClose={() => busy || onClose()}
    >
      <DialogContent className={styles.content}>
        {(step.name === 'form' || step.name === 'creating') && (
          <CreateCorpusForm
            form={form}
            note={step.name === 'form' ? step.note : { name: 'none' }}
            disabled={busy}
            onForm={change}
          />
        )}
        {step.name === 'files' && (
          <>
            <Text>{texts.filesPurpose(step.corpus.SiteName)}</Text>
            <AddFiles corpus={step.corpus} />
          </>
        )}
        {step.name === 'done' && <Congratulations corpus={step.corpus} />}
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={busy} title={busy ? texts.wait : undefined} onClick={onClose}>
          {knowledgeTexts.close}
        </Button>
        {(step.name === 'form' || step.name === 'creating') && (
          <Button
            appearance="primary"
            className={createStyles.submit}
            disabledFocusable={busy}
            icon={busy ? <Spinner size="extra-tiny" /> : null}
            onClick={() => void create()}
          >
            {texts.submit}
          </Button>
        )}
        {uploading && <Button onClick={onClose}>{texts.continueInBackground}</Button>}
        {step.name === 'files' && (
          <Button disabledFocusable={uploading} onClick={() => setStep({ name: 'done', corpus: step.corpus })}>
            {texts.finish}
          </Button>
        )}
        {step.name === 'done' && (
          <Button appearance="primary" onClick={() => start(step.corpus)}>
            {texts.start}
          </Button>
        )}
      </DialogActions>
    </Modal>
  );
}
