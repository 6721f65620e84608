import { Button, Caption1, Field, Input, Select } from '@fluentui/react-components';
import { MAX_SLIDE_TITLE_CHARACTERS } from '#contract/limits.ts';
import { fits, type Fit, type FitProblem, type LayoutChoice } from '#contract/exports/presentations.ts';
import { LayoutThumbnail } from './LayoutThumbnail.tsx';
import { changeSection, describeProblem, type Deck, type DeckSlide } from './slides.rules.ts';
import { useSlideStyles } from './slides.styles.ts';
import { slideTexts } from './slides.texts.ts';

interface SlideListProps {
  deck: Deck;
  problems: readonly FitProblem[];
  onChange: (change: (deck: Deck) => Deck) => void;
  onChooseLayout: (slide: DeckSlide) => void;
}

/** The slides with their titles and layouts, and what to do where text does not fit. */
export function SlideList({ deck, problems, onChange, onChooseLayout }: SlideListProps) {
  const styles = useSlideStyles();
  return (
    <ol className={styles.list} aria-label={slideTexts.slideList}>
      <li className={styles.slide}>
        <span className={styles.label}>{slideTexts.titleSlide}</span>
        <TitleField value={deck.title} onChange={(title) => onChange((before) => ({ ...before, title }))} />
        <Field label={slideTexts.subtitle} size="small">
          <Input
            size="small"
            value={deck.subtitle}
            maxLength={MAX_SLIDE_TITLE_CHARACTERS}
            onChange={(_, { value }) => onChange((before) => ({ ...before, subtitle: value }))}
          />
        </Field>
        <LayoutButton slide={slideTexts.titleSlide} layout={deck.titleLayout} onClick={() => onChooseLayout('title')} />
        <Problems problems={problems.filter(({ section }) => section === null)} />
      </li>
      {deck.sections.map((section, index) => {
        const own = problems.filter((problem) => problem.section === index);
        return (
          // Sections keep their order, so the index identifies them.
          <li key={index} className={styles.slide}>
            <span className={styles.label}>{slideTexts.slide(index + 2)}</span>
            <TitleField
              value={section.title}
              onChange={(title) => onChange((before) => changeSection(before, index, { title }))}
            />
            <LayoutButton
              slide={slideTexts.slide(index + 2)}
              layout={section.layout}
              onClick={() => onChooseLayout(index)}
            />
            {section.notes && (
              <div className={styles.problems}>
                <Caption1 block className={styles.hint}>
                  {slideTexts.shortened}
                </Caption1>
                <Button
                  size="small"
                  onClick={() =>
                    onChange((before) => changeSection(before, index, { content: section.notes, notes: '' }))
                  }
                >
                  {slideTexts.useFullText}
                </Button>
              </div>
            )}
            <Problems problems={own} />
            {(section.fit !== 'split' || own.some(({ slides }) => slides > 1)) && (
              <FitChoice
                value={section.fit}
                onChange={(fit) => onChange((before) => changeSection(before, index, { fit }))}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function TitleField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label={slideTexts.slideTitle} size="small">
      <Input
        size="small"
        value={value}
        maxLength={MAX_SLIDE_TITLE_CHARACTERS}
        onChange={(_, { value: typed }) => onChange(typed)}
      />
    </Field>
  );
}

function LayoutButton({ slide, layout, onClick }: { slide: string; layout: LayoutChoice | null; onClick: () => void }) {
  const styles = useSlideStyles();
  const name = layout?.name ?? slideTexts.noLayout;
  return (
    <Button className={styles.layoutButton} onClick={onClick}>
      <span className={styles.spoken}>{`${slideTexts.chooseLayoutFor(slide)}: `}</span>
      {layout && <LayoutThumbnail layout={layout} className={styles.smallThumbnail} />}
      <span className={styles.layoutName}>{name}</span>
    </Button>
  );
}

function Problems({ problems }: { problems: readonly FitProblem[] }) {
  const styles = useSlideStyles();
  return (
    <div role="status" className={styles.problems}>
      {problems.map((problem) => (
        <Caption1 key={`${problem.kind} ${problem.placeholder}`} block className={styles.hint}>
          {describeProblem(problem)}
        </Caption1>
      ))}
    </div>
  );
}

function FitChoice({ value, onChange }: { value: Fit; onChange: (fit: Fit) => void }) {
  return (
    <Field label={slideTexts.fit} size="small">
      <Select size="small" value={value} onChange={(_, { value: chosen }) => onChange(chosen as Fit)}>
        {fits.map((fit) => (
          <option key={fit} value={fit}>
            {slideTexts.fitChoices[fit]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
