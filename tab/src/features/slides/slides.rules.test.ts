import type { PresentationLayout } from '#contract/exports/presentations.ts';
import { applyTemplate, hasChosenLayout, setLayout, type Deck } from './slides.rules.ts';

const makeLayout = (name: string, suggestedFor: PresentationLayout['suggestedFor'] = null): PresentationLayout => ({
  name,
  type: 'cust',
  thumbnail: '',
  templateFolder: 'ava',
  placeholders: [],
  suggestedFor,
});
const layouts = [makeLayout('Cover', 'title'), makeLayout('Text', 'text'), makeLayout('Quote')];
const section = { title: 'Tea', content: 'At four', layout: null, fit: 'split', notes: '', purpose: 'text' } as const;
const empty: Deck = {
  templateFolder: '',
  title: 'Tea',
  subtitle: '',
  titleLayout: null,
  sections: [section, section],
  sources: [],
};
const quote = layouts[2]!;

it('another template is a loss only if a layout was chosen on a slide that keeps it', () => {
  const deck = applyTemplate(empty, 'ava', layouts);
  expect(hasChosenLayout(deck, layouts)).toBe(false);
  const withTitle = setLayout(deck, 'title', quote);
  expect(hasChosenLayout(withTitle, layouts)).toBe(true);
  expect(hasChosenLayout(withTitle, layouts, 'title')).toBe(false);
  expect(hasChosenLayout(setLayout(withTitle, 1, quote), layouts, 'title')).toBe(true);
});
