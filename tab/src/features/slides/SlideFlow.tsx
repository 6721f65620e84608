import { Button, DialogActions, DialogContent, Spinner, Text } from '@fluentui/react-components';
import { useState } from 'react';
import type { PresentationLayout, PresentationTemplate } from '#contract/exports/presentations.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { ChangeTemplateDialog } from './ChangeTemplateDialog.tsx';
import { DeleteTemplateDialog } from './DeleteTemplateDialog.tsx';
import { DeckPreview } from './DeckPreview.tsx';
import { LayoutDialog } from './LayoutDialog.tsx';
import type { LoadedTemplate } from './slides.actions.ts';
import type { SlideFlowProps } from './slideFlow.ts';
import { findMissingLayout, hasChosenLayout, type DeckSlide } from './slides.rules.ts';
import { useSlideStyles } from './slides.styles.ts';
import { slideTexts } from './slides.texts.ts';
import { SlideList } from './SlideList.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useSlideFlow, type SlideFlowState } from './useSlideFlow.ts';

/** The steps from a named presentation to its file: layouts, preview, download. */
export default function SlideFlow(props: SlideFlowProps) {
  const flow = useSlideFlow(props);
  const { phase } = flow;
  if (phase.name === 'ready') return <PreviewDialog flow={flow} onClose={props.onClose} />;
  return (
    <Modal title={slideTexts.previewTitle} onClose={props.onClose}>
      <DialogContent>
        {phase.name === 'settingUp' ? (
          <div role="status">
            <Spinner label={slideTexts.settingUp} />
          </div>
        ) : (
          <ErrorMessage text={phase.detail} retry={{ label: slideTexts.retry, action: flow.retrySetUp }} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{slideTexts.cancel}</Button>
      </DialogActions>
    </Modal>
  );
}

type Open =
  | { name: 'none' }
  | { name: 'upload' }
  | { name: 'layout'; slide: DeckSlide }
  | { name: 'delete'; template: PresentationTemplate }
  | { name: 'change'; next: LoadedTemplate; chosen?: { slide: DeckSlide; layout: PresentationLayout } };

function PreviewDialog({ flow, onClose }: { flow: SlideFlowState; onClose: () => void }) {
  const styles = useSlideStyles();
  const [open, setOpen] = useState<Open>({ name: 'none' });
  const close = () => setOpen({ name: 'none' });
  const { phase, preview } = flow;
  if (phase.name !== 'ready') return null;
  const { deck, current, templates } = phase;
  return (
    <Modal title={slideTexts.previewTitle} modalType="work" className={styles.preview} onClose={onClose}>
      <DialogContent>
        <div className={styles.bar}>
          <Text className={styles.barText}>
            {slideTexts.template}: <strong>{current.template.name}</strong>
          </Text>
          <Button size="small" onClick={() => setOpen({ name: 'upload' })}>
            {slideTexts.upload}
          </Button>
        </div>
        <div className={styles.content}>
          <SlideList
            deck={deck}
            problems={flow.problems}
            onChange={flow.changeDeck}
            onChooseLayout={(slide) => setOpen({ name: 'layout', slide })}
          />
          <DeckPreview preview={preview} onBroken={flow.onPreviewBroken} onRetry={flow.retryPreview} />
        </div>
        {open.name === 'upload' && (
          <UploadDialog
            onClose={close}
            onUploaded={({ templates: listed, ...next }) => {
              flow.setTemplates(listed);
              const isListed = listed.some(({ template_folder }) => template_folder === deck.templateFolder);
              if (isListed && hasChosenLayout(deck, current.layouts)) return setOpen({ name: 'change', next });
              // No question is needed, because no choice is lost: no layout was chosen, or the upload replaced the
              // template in use.
              close();
              void flow.changeTemplate(next.template);
            }}
          />
        )}
        {open.name === 'layout' && (
          <LayoutDialog
            slide={open.slide}
            deck={deck}
            templates={templates}
            current={current}
            onClose={close}
            onUpload={() => setOpen({ name: 'upload' })}
            onDelete={(template) => setOpen({ name: 'delete', template })}
            onApply={(layout, from) => {
              const chosen = { slide: open.slide, layout };
              const isOther = from.template.template_folder !== deck.templateFolder;
              if (isOther && hasChosenLayout(deck, current.layouts, open.slide))
                return setOpen({ name: 'change', next: from, chosen });
              close();
              // No question is needed, because no choice on another slide is lost.
              if (isOther) void flow.changeTemplate(from.template, chosen);
              else flow.applyLayout(open.slide, layout);
            }}
          />
        )}
        {open.name === 'delete' && (
          <DeleteTemplateDialog
            template={open.template}
            isInUse={open.template.template_folder === deck.templateFolder}
            onClose={close}
            onDeleted={(left) => {
              close();
              flow.removeTemplate(open.template, left);
            }}
          />
        )}
        {open.name === 'change' && (
          <ChangeTemplateDialog
            name={open.next.template.name}
            onClose={close}
            onConfirm={() => {
              close();
              void flow.changeTemplate(open.next.template, open.chosen);
            }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{slideTexts.cancel}</Button>
        <Button
          appearance="primary"
          disabledFocusable={findMissingLayout(deck) !== null || flow.isCreating}
          onClick={() => void flow.create()}
        >
          {slideTexts.create}
        </Button>
      </DialogActions>
    </Modal>
  );
}
