import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { fireEvent, render, screen } from '@testing-library/react';
import { SlideList } from './SlideList.tsx';
import type { Deck } from './slides.rules.ts';
import { slideTexts } from './slides.texts.ts';

const bullets = {
  title: 'Tea',
  content: '- green',
  notes: 'Tea is green.',
  layout: null,
  fit: 'split',
  purpose: 'text',
} as const;
const deck: Deck = {
  templateFolder: 'ava',
  title: 'Tea',
  subtitle: '',
  titleLayout: null,
  sections: [bullets, { ...bullets, content: 'Cake.', notes: '' }],
  sources: [],
};

it('marks bullets that a model wrote, and a button replaces them with the full text', () => {
  let changed = deck;
  const onChange = (change: (deck: Deck) => Deck) => {
    changed = change(changed);
  };
  render(
    <FluentProvider theme={webLightTheme}>
      <SlideList deck={deck} problems={[]} onChange={onChange} onChooseLayout={() => undefined} />
    </FluentProvider>,
  );
  expect(screen.getAllByText(slideTexts.shortened)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: slideTexts.useFullText }));
  expect(changed.sections[0]).toMatchObject({ content: 'Tea is green.', notes: '' });
});
