import { makeDefaultTemplate } from './defaultTemplate/makeDefaultTemplate.ts';
import { openParts, zipParts } from '#api/ooxml/parts.ts';
import { writePresentation } from './writePresentation.ts';

/** Tests of what a person sees on slides. */
function write(markdown: string, template: Uint8Array | null = null, images: Record<string, string> = {}) {
  const { bytes, slides, problems } = writePresentation(markdown, template, { name: 'Tea', images });
  const parts = openParts(bytes);
  const read = (part: string) => Buffer.from(parts.get(part) ?? []).toString();
  return {
    slides,
    problems,
    layout: (n: number) => {
      const [target] = read(`ppt/slides/_rels/slide${n}.xml.rels`).match(/slideLayout\d+\.xml/) ?? [];
      return /<p:cSld name="([^"]*)"/.exec(read(`ppt/slideLayouts/${target}`))?.[1];
    },
    slide: (n: number) => read(`ppt/slides/slide${n}.xml`),
    types: read('[Content_Types].xml'),
    notes: (n: number) => read(`ppt/notesSlides/notesSlide${n}.xml`),
  };
}

it('a short line below the title is the subtitle, not a separate slide', () => {
  const { slides, slide } = write('# Board brief\n\n**To:** the board\n\n## Summary\n\nTea.');
  expect(slides).toBe(2);
  expect(slide(1)).toMatch(/Board brief[^]*To: the board/);
  expect(write('# Brief\n\nOne.\n\nTwo.\n\n## Summary\n\nTea.').slides).toBe(3);
});

it('footnotes are in the speaker notes, with their number on the slide', () => {
  const { slides, slide, notes } = write('# A\n\n## B\n\nTea.[^x]\n\n[^x]: From **Assam**');
  expect(slides).toBe(2);
  expect(slide(2)).toMatch(/baseline="30000"[^>]*><\/a:rPr><a:t>1</);
  expect(slide(2)).not.toContain('Assam');
  expect(notes(2)).toContain('Assam');
});

it('a section keeps its own footnote, also in a list, if another section has a footnote of the same name', () => {
  const { notes } = write('# A\n\n- Tea.[^1]\n\n  [^1]: Assam\n\n# B\n\nCake.[^1]\n\n# C\n\nMore.\n\n[^1]: Bakery');
  expect([notes(2), notes(3)]).toEqual([expect.stringContaining('Assam'), expect.stringContaining('Bakery')]);
  expect(notes(3)).not.toContain('Assam');
});

it('the text of a German deck is checked as German', () => {
  const { slide } = write('# A\n\n## B\n\nDer Plan ist nicht neu, und die Kosten werden mit dem Team geprüft.');
  expect(slide(2)).toMatch(/<a:rPr lang="de-DE"[^>]*><\/a:rPr><a:t>Der Plan/);
});

it('a text with one heading has it as its title', () => {
  expect(write('# Sales\n\nTea.').slide(1)).toContain('Sales');
});

it('HTML tags with a meaning are shown on no slide and in no title, and unknown tags are shown as text', () => {
  const { slides, slide } = write('# Tea<br>now\n\n## <b>Costs</b> of <Team>\n\nLow, 10<sup>2</sup>.');
  expect(slides).toBe(2);
  expect(slide(1)).toContain('<a:t>Tea now</a:t>');
  expect(slide(2)).toContain('<a:t>Costs of &lt;Team&gt;</a:t>');
  expect(slide(2)).toMatch(/<a:t>Low, 10<\/a:t>.*baseline="30000".*<a:t>2<\/a:t>/);
});

it('text that is one line too long does not start another slide, and an item stays with its list', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `- Point ${index}`).join('\n');
  const fits = [...Array(30).keys()].filter((count) => write(`# A\n\n## B\n\n${lines(count + 1)}`).slides === 2).length;
  const { slide } = write(`# A\n\n## B\n\n${lines(fits - 1)}\n- Parent\n  - Child\n  - Child\n  - Child`);
  expect(write(`# A\n\n## B\n\n${lines(fits)}`).slide(2)).toContain('fontScale="90000"');
  expect(slide(2)).not.toContain('Parent');
  expect(slide(3)).toMatch(/Parent[^]*Child/);
});

it('a long paragraph is continued on the next slide with a whole sentence', () => {
  const sentence = 'The kettle of the third floor is warm from eight in the morning to half past six in the evening.';
  const { slides, slide } = write(`# A\n\n## B\n\n${Array.from({ length: 24 }, () => sentence).join(' ')}`);
  expect(slides).toBeGreaterThan(2);
  const texts = Array.from({ length: slides - 1 }, (_, index) =>
    [...slide(index + 2).matchAll(/<a:t>(The kettle[^<]*)</g)].map(([, text = '']) => text.trim()).join(' '),
  );
  expect(texts.every((text) => text.endsWith('in the evening.'))).toBe(true);
  expect(texts.join(' ').split(sentence)).toHaveLength(25);
});

it('a task has a box instead of a bullet, and a number does not touch its text', () => {
  const { slide } = write('# A\n\n## B\n\n- [x] done\n- [ ] open\n\n1. one\n\n   more');
  expect(slide(2)).toMatch(/<a:buChar char="☑"\/>[^]*<a:buChar char="☐"\/>/);
  const margins = [...slide(2).matchAll(/marL="(\d+)"/g)].map(([, margin]) => Number(margin));
  const [number, more] = margins.slice(-2);
  expect(number).toBeGreaterThan(350_000);
  expect(more).toBe(number);
});

it('the header of a table is readable on a light accent color, and its cells on a dark slide', () => {
  const template = makeTemplate((xml, part) =>
    part.includes('theme')
      ? xml.replace(/<a:accent1>.*?<\/a:accent1>/, '<a:accent1><a:srgbClr val="E0E0E0"/></a:accent1>')
      : xml,
  );
  const text = '# A\n\n## B\n\n| Site |\n|--|\n| Bergen |';
  const [light, own] = [write(text, template).slide(2), write(text).slide(2)];
  expect(light).toMatch(/<a:schemeClr val="dk1"\/>[^]*Site/);
  expect(own).toMatch(/<a:schemeClr val="lt1"\/>[^]*Site/);
  expect(own).toMatch(/<a:schemeClr val="tx1"\/>[^]*Bergen[^]*<a:noFill\/><\/a:tcPr>/);
});

it('a table of Arabic runs from right to left', () => {
  expect(write('# A\n\n## B\n\n| القسم | الطابق |\n|--|--|\n| 1 | 2 |').slide(2)).toContain('<a:tblPr rtl="1"');
});

it('a table begins on the next slide rather than with one row, and a line that ends with a colon is on the same slide as its list', () => {
  const text = Array.from(
    { length: 9 },
    (_, index) => `Paragraph ${index} about tea, and what else there is to say.`,
  ).join('\n\n');
  const table = write(`# A\n\n## B\n\n${text}\n\n| X | Y |\n|--|--|\n${'| x | y |\n'.repeat(6)}`);
  expect(table.slide(2)).not.toContain('<a:tbl>');
  expect(table.slide(3).match(/<a:tr /g)).toHaveLength(7);
});

/** AVA's template with other XML. */
function makeTemplate(change: (xml: string, part: string) => string): Uint8Array {
  const parts = makeDefaultTemplate();
  for (const [part, bytes] of parts)
    if (/\.(xml|rels)$/.test(part)) parts.set(part, Buffer.from(change(Buffer.from(bytes).toString(), part)));
  return zipParts(parts);
}

it('a template without a title layout has its title on a normal slide, and a POTX file is accepted as a template', () => {
  const template = makeTemplate((xml) =>
    xml
      .replace(/ type="(title|secHead)"( preserve)/g, ' type="obj"$2')
      .replaceAll('type="ctrTitle"', 'type="title"')
      .replaceAll(/<p:ph type="subTitle"[^>]*>/g, '<p:ph type="dt"/>')
      .replace('presentationml.presentation.main', 'presentationml.template.main'),
  );
  const { slides, slide, types } = write('# Board brief\n\n## Summary\n\nTea.', template);
  expect(slides).toBe(2);
  expect(slide(1)).toContain('Board brief');
  expect(slide(2)).toMatch(/Summary[^]*Tea\./);
  expect(types).toContain('presentationml.presentation.main');
});

it('with a template of blank layouts, slides have text boxes for title, text and table', () => {
  const template = makeTemplate((xml) => xml.replaceAll(/<p:ph [^>]*>/g, '').replaceAll('<p:ph/>', ''));
  const { slides, slide, problems } = write('# A\n\n## B\n\nTea.\n\n| C |\n|--|\n| d |', template);
  expect(slides).toBe(2);
  expect(problems).toEqual([]);
  expect(slide(1)).toMatch(/txBox="1"[^]*<a:xfrm>[^]*sz="2800"[^>]*>[^]*<a:t>A</);
  expect(slide(2)).toMatch(/<a:t>B<[^]*sz="1800"[^>]*>[^]*<a:t>Tea\.<[^]*<a:tbl>/);
  expect(slide(2)).not.toContain('<p:ph ');
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

it.each([
  ['Title and Content', '- one\n- two'],
  ['Two Content', '### Tea\n\n- green\n\n### Coffee\n\n- black'],
  ['Two Content', 'Prices of tea:\n\n| Tea | Euros |\n|--|--|\n| Green | 4 |'],
  ['Two Content', '![a](cup.png) ![b](cup.png)'],
  ['Picture and Text', 'Our cup.\n\n![a](cup.png)'],
  ['Title and Content', '### Tea\n\n- green\n\n### Coffee\n\n- black\n\n### Water'],
])('the layout "%s" is chosen for %j, and all its placeholders are filled', (name, content) => {
  const { slides, slide, layout } = write(`# A\n\n## B\n\n${content}`, null, { 'cup.png': PIXEL });
  expect([slides, layout(2)]).toEqual([2, name]);
  const places = new Set([...slide(2).matchAll(/<p:ph [^>]*idx="(\d+)"/g)].map(([, index]) => index));
  places.delete('12');
  expect(places.size).toBe(name === 'Title and Content' ? 1 : 2);
});

it('a title slide is found by its name in a template whose layouts have no types', () => {
  const template = makeTemplate((xml, part) =>
    part.startsWith('ppt/slideLayouts/')
      ? xml
          .replace(/ type="\w+"( preserve)/, '$1')
          .replaceAll('type="ctrTitle"', 'type="title"')
          .replaceAll('type="subTitle"', 'type="body"')
          .replace('name="Title Slide"', 'name="Titelfolie"')
      : xml,
  );
  const { layout } = write('# A\n\n## B\n\nTea.', template);
  expect([layout(1), layout(2)]).toEqual(['Titelfolie', 'Title and Content']);
});

it.each([
  ['Sample Footer Text', false],
  ['Add a footer', false],
  ['<footer>', false],
  ['Northwind · Internal', true],
])('a footer "%s" of a template is shown: %s', (text, isShown) => {
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="90" name="Footer"/><p:cNvSpPr/><p:nvPr><p:ph type="ftr" sz="quarter" idx="11"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="1"/><a:ext cx="99999" cy="99999"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>${text.replace('<', '&lt;').replace('>', '&gt;')}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const template = makeTemplate((xml, part) =>
    part.startsWith('ppt/slideLayouts/slideLayout') ? xml.replace('</p:spTree>', `${shape}</p:spTree>`) : xml,
  );
  const { slide } = write('# A\n\n## B\n\nTea.', template);
  expect(slide(2).includes('name="Footer"')).toBe(isShown);
});
