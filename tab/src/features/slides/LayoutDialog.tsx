import {
  Button,
  DialogActions,
  DialogContent,
  Dropdown,
  Field,
  mergeClasses,
  Option,
} from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { isAvaError } from '#contract/errors.ts';
import type { PresentationLayout, PresentationTemplate } from '#contract/exports/presentations.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { LayoutThumbnail } from './LayoutThumbnail.tsx';
import { explainFailure, loadTemplate, type LoadedTemplate } from './slides.actions.ts';
import { getLayout, type Deck, type DeckSlide } from './slides.rules.ts';
import { useSlideStyles } from './slides.styles.ts';
import { slideTexts } from './slides.texts.ts';

interface LayoutDialogProps {
  slide: DeckSlide;
  deck: Deck;
  templates: readonly PresentationTemplate[];
  current: LoadedTemplate;
  onApply: (layout: PresentationLayout, from: LoadedTemplate) => void;
  onUpload: () => void;
  onDelete: (template: PresentationTemplate) => void;
  onClose: () => void;
}

type Shown =
  | { name: 'loading'; template: PresentationTemplate }
  | { name: 'failed'; template: PresentationTemplate; text: string }
  | ({ name: 'ready' } & LoadedTemplate);

/** Shows the layouts of a template as pictures, three in a row, and lets a person choose one. */
export function LayoutDialog(props: LayoutDialogProps) {
  const { slide, deck, templates, current, onApply, onUpload, onDelete, onClose } = props;
  const styles = useSlideStyles();
  const [shown, setShown] = useState<Shown>({ name: 'ready', ...current });
  const [chosen, setChosen] = useState(getLayout(deck, slide)?.name ?? null);
  const [error, setError] = useState<string | null>(null);

  const show = useCallback((template: PresentationTemplate) => {
    setShown({ name: 'loading', template });
    setChosen(null);
    setError(null);
    loadTemplate(template).then(
      (loaded) => setShown((before) => (before.template === template ? { name: 'ready', ...loaded } : before)),
      (cause: unknown) => {
        logFailure(slideTexts.fetchFailed, cause);
        const hasReason = isAvaError(cause) && cause.code === 'unreadable_file';
        const text = hasReason ? cause.detail : explainFailure(slideTexts.layoutsFailed);
        setShown((before) => (before.template === template ? { name: 'failed', template, text } : before));
      },
    );
  }, []);

  function apply(): void {
    const layout = shown.name === 'ready' ? shown.layouts.find(({ name }) => name === chosen) : undefined;
    if (shown.name !== 'ready' || !layout) return setError(slideTexts.selectLayout);
    onApply(layout, shown);
  }

  return (
    <Modal title={slideTexts.layoutTitle} className={styles.wide} onClose={onClose}>
      <DialogContent className={styles.column}>
        <div className={mergeClasses(styles.bar, styles.chooser)}>
          <Field label={slideTexts.template}>
            <Dropdown
              value={shown.template.name}
              selectedOptions={[shown.template.template_folder]}
              onOptionSelect={(_, { optionValue }) => {
                const template = templates.find(({ template_folder }) => template_folder === optionValue);
                if (template && template !== shown.template) show(template);
              }}
            >
              {templates.map(({ template_folder, name }) => (
                <Option key={template_folder} value={template_folder}>
                  {name}
                </Option>
              ))}
            </Dropdown>
          </Field>
          <div className={styles.barActions}>
            {shown.template.owner === 'me' && (
              <Button onClick={() => onDelete(shown.template)}>{slideTexts.deletion.open}</Button>
            )}
            <Button onClick={onUpload}>{slideTexts.upload}</Button>
          </div>
        </div>
        {error && <ErrorMessage text={error} />}
        {shown.name === 'loading' && <TextSkeleton label={slideTexts.layouts} lines={8} />}
        {shown.name === 'failed' && (
          <ErrorMessage text={shown.text} retry={{ label: slideTexts.retry, action: () => show(shown.template) }} />
        )}
        {shown.name === 'ready' && (
          <LayoutGrid
            layouts={shown.layouts}
            chosen={chosen}
            onChoose={(name) => {
              setChosen(name);
              setError(null);
            }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{slideTexts.cancel}</Button>
        <Button appearance="primary" onClick={apply}>
          {slideTexts.apply}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface LayoutGridProps {
  layouts: readonly PresentationLayout[];
  chosen: string | null;
  onChoose: (name: string) => void;
}

/** Steps of the arrow keys in a grid of this many columns. */
const getStep = (key: string, columns: number): number | undefined =>
  ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns })[key];

const countColumns = (grid: Element) => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

/** A group of radio buttons: the arrow keys move in the grid, Tab leaves it. */
function LayoutGrid({ layouts, chosen, onChoose }: LayoutGridProps) {
  const styles = useSlideStyles();
  const focused = Math.max(
    0,
    layouts.findIndex(({ name }) => name === chosen),
  );

  function move(event: KeyboardEvent<HTMLElement>, index: number): void {
    const grid = event.currentTarget.parentElement;
    const step = grid ? getStep(event.key, countColumns(grid)) : undefined;
    const next = step === undefined ? undefined : layouts[index + step];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    const buttons = grid?.querySelectorAll<HTMLElement>('[role="radio"]');
    buttons?.[index + (step ?? 0)]?.focus();
  }

  return (
    <div role="radiogroup" aria-label={slideTexts.layouts} className={styles.grid}>
      {layouts.map((layout, index) => (
        <Button
          key={layout.name}
          role="radio"
          aria-checked={layout.name === chosen}
          tabIndex={index === focused ? 0 : -1}
          className={mergeClasses(styles.option, layout.name === chosen && styles.chosen)}
          onClick={() => onChoose(layout.name)}
          onKeyDown={(event) => move(event, index)}
        >
          <LayoutThumbnail layout={layout} />
          <span className={styles.optionName}>
            {/* The contrast theme draws the chosen layout and the one below the pointer alike. */}
            {layout.name === chosen && <CheckmarkCircleFilled aria-hidden className={styles.check} />}
            {layout.name}
          </span>
        </Button>
      ))}
    </div>
  );
}
