import { suggestTitleLayout } from './chooseLayouts.ts';
import type { Template } from './readTemplate.ts';

type Kind = [name: string, type: string, ...placeholders: string[]];

const makeTemplate = (...layouts: Kind[]) =>
  ({
    layouts: layouts.map(([name, type, ...placeholders]) => ({
      name,
      type,
      placeholders: placeholders.map((placeholder) => ({ type: placeholder })),
    })),
  }) as unknown as Template;

const content: Kind = ['Title and Content', 'obj', 'title', 'obj'];
const section: Kind = ['Section Header', 'secHead', 'ctrTitle', 'body'];
const suggest = (...layouts: Kind[]) => suggestTitleLayout(makeTemplate(...layouts))?.name;

describe('the layout of the title slide', () => {
  it.each([
    'Title Slide',
    '1_Title Slide',
    '01 Cover',
    'Title Slide 2',
    'Fabrikam Cover',
    'Title Slide with Picture',
    'Titelfolie',
    'Титульный слайд',
    'タイトル スライド',
    'Diapositiva de título',
    'Cover (blue)',
  ])('is found by its name: %s', (name) => {
    expect(suggest(content, section, [name, 'cust', 'ctrTitle', 'subTitle'])).toBe(name);
  });

  it.each(['Title and Content', 'Title Only', 'Section Title', 'Title, Text & Picture', 'Vertical Title and Text'])(
    'is not one for content: %s',
    (name) => {
      expect(suggest([name, 'cust', 'title'], ['Opening', 'title', 'title'])).toBe('Opening');
    },
  );

  it('is found by its type if no name says it, and by its placeholders if no type does', () => {
    expect(suggest(content, ['Blau', 'title', 'ctrTitle', 'subTitle'])).toBe('Blau');
    expect(suggest(content, ['Blau', 'cust', 'ctrTitle', 'subTitle'])).toBe('Blau');
    expect(suggest(['Blau', 'cust', 'body'])).toBeUndefined();
  });
});
