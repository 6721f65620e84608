import { randomBytes } from 'node:crypto';
import type { Client } from '#contract/client.ts';
import {
  checkFit,
  createSections,
  deleteTemplate,
  generatePresentation,
  getLayoutDeck,
  getLayouts,
  getTemplates,
  type PresentationRequest,
} from '#contract/exports/presentations.ts';
import { checkPackage } from '#api/ooxml/checkPackage.ts';
import { nameOfType, openParts, readRelationships, type Parts } from '#api/ooxml/parts.ts';
import { encodeXml } from '#api/ooxml/xml.ts';
import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { makeTemplateFile, uploadTemplate } from '#tests/harness/client/presentations.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());

const text = (part: string) => (parts: Parts) => Buffer.from(parts.get(part) ?? []).toString();
const plan = {
  title_slide: { title: 'Travel policy' },
  sections: [
    { title: 'Trains first', content: '- below four hours [1]\n- **always** in Europe' },
    { title: 'Costs', content: '| Region | Cost |\n|---|--:|\n| Europe | 412 € |' },
  ],
  sources: [{ number: 1, filename: 'Rules.pdf', location: 'page 3', link: 'https://northwind.example/rules' }],
};

async function generate(person: Client, request: PresentationRequest): Promise<Uint8Array> {
  const blob = await person.bytes(generatePresentation, request);
  return new Uint8Array(await blob.arrayBuffer());
}

describe('a template that Ada uploads', () => {
  let folder = '';
  beforeAll(async () => {
    ({ folder } = await uploadTemplate(ada, makeTemplateFile()));
  });

  /** @proves threat:template-owner call:getLayouts call:getTemplates */
  it('is listed for her with its layouts, and for nobody else', async () => {
    const { templates } = await ada.call(getTemplates, {});
    expect(templates).toMatchObject([
      { template_folder: 'ava', owner: 'ava' },
      { template_folder: folder, name: 'Northwind', owner: 'me' },
    ]);
    const { layouts } = await ada.call(getLayouts, { template_folder: folder });
    expect(layouts).toHaveLength(templates[1]?.layouts ?? 0);
    expect(layouts.find(({ suggestedFor }) => suggestedFor === 'title')).toMatchObject({ type: 'title' });
    expect((await ben.call(getTemplates, {})).templates).toHaveLength(1);
    await expect(ben.call(getLayouts, { template_folder: folder })).rejects.toMatchObject({ code: 'not_found' });
    await expect(generate(ben, { ...plan, template_folder: folder })).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves threat:template-slides call:generatePresentation */
  it('becomes a presentation that another reader reads, without the old slides', async () => {
    const bytes = await generate(ada, { ...plan, template_folder: folder });
    const parts = openParts(bytes);
    expect(checkPackage(parts)).toEqual([]);
    expect(Buffer.concat([...parts.values()]).toString()).not.toMatch(/Secret|Contoso|Old board/);
    expect(text('ppt/notesSlides/notesSlide2.xml')(parts)).toMatch(/Rules\.pdf, page 3/);
    const { file } = await uploadAndRead(ada, new File([new Uint8Array(bytes)], 'deck.pptx'));
    for (const words of ['Travel policy', 'Trains first', 'below four hours', 'Costs', 'Europe', '412 €', 'Rules.pdf'])
      expect(file.message).toContain(words);
    expect(file.extraction.parts.map(({ location }) => location)).toContainEqual(expect.objectContaining({ slide: 3 }));
  });

  /** @proves threat:presentation-content */
  it('becomes a presentation without macros and embedded objects, which loads nothing from outside', async () => {
    const content =
      '[Rules](https://northwind.example/rules) or [mail](mailto:ada@northwind.example)\n\n' +
      '[run](javascript:alert(1)) [file](file:///etc/passwd) [share](\\\\\\\\evil.example\\\\a)\n\n' +
      '![Plan](https://evil.example/plan.png)\n\n<object data="https://evil.example/a.ole"></object>';
    const parts = openParts(
      await generate(ada, { ...plan, sections: [{ title: 'Links', content }], template_folder: folder }),
    );
    expect([...parts.keys()].filter((part) => /vbaProject|embeddings|activeX|\.bin$/i.test(part))).toEqual([]);
    expect(text('[Content_Types].xml')(parts)).not.toMatch(/macroEnabled|vba|oleObject|activeX/i);
    const relationships = ['', ...parts.keys()]
      .filter((part) => !part.endsWith('.rels'))
      .flatMap((part) => readRelationships(parts, part));
    expect(relationships.map(nameOfType)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/vba|oleObject|control|package/i)]),
    );
    const external = relationships.filter((relationship) => relationship.external);
    expect(external.map(nameOfType)).toEqual(external.map(() => 'hyperlink'));
    expect(new Set(external.map(({ target }) => target))).toEqual(
      new Set(['https://northwind.example/rules', 'mailto:ada@northwind.example']),
    );
  });

  it('gives a deck with one slide per layout for the thumbnails', async () => {
    const blob = await ada.bytes(getLayoutDeck, { template_folder: folder });
    const parts = openParts(new Uint8Array(await blob.arrayBuffer()));
    const { layouts } = await ada.call(getLayouts, { template_folder: folder });
    expect([...parts.keys()].filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part))).toHaveLength(layouts.length);
  });

  it('replaces her earlier one of the same name', async () => {
    const { folder: next } = await uploadTemplate(ada, makeTemplateFile());
    const { templates } = await ada.call(getTemplates, {});
    expect(templates.map(({ template_folder }) => template_folder)).toEqual(['ava', next]);
    folder = next;
  });

  it('is deleted by her only, and then gives no presentation', async () => {
    await expect(ben.call(deleteTemplate, { template_folder: folder })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ada.call(deleteTemplate, { template_folder: 'ava' })).rejects.toMatchObject({ code: 'not_found' });
    await ada.call(deleteTemplate, { template_folder: folder });
    expect((await ada.call(getTemplates, {})).templates).toHaveLength(1);
    await expect(generate(ada, { ...plan, template_folder: folder })).rejects.toMatchObject({ code: 'not_found' });
  });
});

const withRelationship =
  (part: string, type: string, target: string, external = true) =>
  (parts: Parts) => {
    const name = part.replace(/([^/]+)$/, '_rels/$1.rels');
    const mode = external ? ' TargetMode="External"' : '';
    const url = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}`;
    const added = `<Relationship Id="rId900" Type="${url}" Target="${target}"${mode}/></Relationships>`;
    parts.set(name, Buffer.from(text(name)(parts).replace('</Relationships>', added)));
  };

const replaceIn = (part: string, found: string | RegExp, replacement: string) => (parts: Parts) =>
  void parts.set(part, Buffer.from(text(part)(parts).replace(found, replacement)));

const master = 'ppt/slideMasters/slideMaster1.xml';
const withoutLayouts = (parts: Parts) =>
  replaceIn(master, /<p:sldLayoutId .*<\/p:sldLayoutIdLst>/, '</p:sldLayoutIdLst>')(parts);
const withManyLayouts = replaceIn(
  master,
  '</p:sldLayoutIdLst>',
  `${Array.from({ length: 5_000 }, (_, index) => `<p:sldLayoutId id="${2_147_490_000 + index}" r:id="rId1"/>`).join('')}</p:sldLayoutIdLst>`,
);

describe('a template is refused with its reason and not kept', () => {
  /** @proves threat:refused-template */
  it.each([
    ['a text', Buffer.from('not slides'), 'Please select a valid PPTX file.'],
    ['any zip archive', Buffer.from(makeZip({ 'a.txt': 'Ada' })), 'Please select a valid PPTX file.'],
    [
      'half a file',
      makeTemplateFile().subarray(0, 9_000),
      'The template is damaged. Open and save it in PowerPoint, and upload it again.',
    ],
    [
      'noise after a zip header',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(400)]),
      'The template is damaged. Open and save it in PowerPoint, and upload it again.',
    ],
    [
      'macros',
      makeTemplateFile(
        replaceIn(
          '[Content_Types].xml',
          'presentationml.presentation.main',
          'ms-powerpoint.presentation.macroEnabled.main',
        ),
      ),
      'The template contains macros',
    ],
    [
      'an embedded object',
      makeTemplateFile(withRelationship('ppt/slides/slide1.xml', 'oleObject', '../media/a.bin', false)),
      'embedded object or control (slide 1)',
    ],
    [
      'a picture elsewhere',
      makeTemplateFile(withRelationship(master, 'image', 'https://evil.example/a.png')),
      'content outside of it (slide master 1)',
    ],
    [
      'an XML bomb',
      makeTemplateFile((parts) => void parts.set(master, Buffer.from('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'))),
      'The template is damaged.',
    ],
    [
      'deep XML',
      makeTemplateFile(
        (parts) => void parts.set(master, encodeXml(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`)),
      ),
      'The template',
    ],
    [
      'a zip bomb',
      makeTemplateFile((parts) => void parts.set('ppt/media/a.bmp', new Uint8Array(20_000_000))),
      'The template holds more than can be read.',
    ],
    ['no layouts', makeTemplateFile(withoutLayouts), 'No layouts found for template "Northwind".'],
    ['5,000 layouts', makeTemplateFile(withManyLayouts), 'more than 500 layouts'],
  ])('if it is or has %s', async (_, bytes, reason) => {
    const { status, folder } = await uploadTemplate(ben, new Uint8Array(bytes));
    expect(status).toMatchObject({ status: 'FAILURE', error: expect.stringContaining(reason) });
    expect((await ben.call(getTemplates, {})).templates).toHaveLength(1);
    await expect(ben.call(getLayouts, { template_folder: folder })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an answer', () => {
  /** @proves call:createSections */
  it('is cut at its headings, without fragments of status ids', async () => {
    const content = '# Plan\n\n{"status_id": "7"}\n\n## Why\n\nBecause.\n\n## How\n\n- Slowly';
    expect(await ada.call(createSections, { content })).toMatchObject({
      title: 'Plan',
      sections: [
        { title: 'Why', content: 'Because.', layout: null },
        { title: 'How', content: '- Slowly' },
      ],
    });
    expect(await ada.call(createSections, { content: ' \n' })).toEqual({
      title: '',
      subtitle: '',
      sections: [],
      sources: [],
    });
  });

  it('gets bullets on the slides, and its running text goes into the speaker notes', async () => {
    const content = `# Plan\n\n## Why\n\n${'Tea is at four in the hall, because the kitchen has the only kettle. '.repeat(5)}`;
    const { title, sections } = await ada.call(createSections, { content });
    expect(sections).toMatchObject([
      { content: expect.stringMatching(/^- Tea is at four/), notes: expect.stringContaining('kettle. Tea') },
    ]);
    const parts = openParts(await generate(ada, { title_slide: { title }, sections, template_folder: 'ava' }));
    expect(text('ppt/slides/slide2.xml')(parts)).not.toContain('kettle. Tea');
    expect(text('ppt/notesSlides/notesSlide2.xml')(parts)).toContain('kettle. Tea');
  });

  it('that does not fit on its slides is reported before it is written, and then split, made smaller or shortened without loss', async () => {
    const lines = Array.from({ length: 16 }, (_, index) => `- Point ${index + 1} of the plan`);
    const section = { title: 'Points', content: lines.join('\n') };
    const request = { title_slide: { title: 'Plan' }, sections: [section], template_folder: 'ava' };
    const { slides, problems } = await ada.call(checkFit, request);
    expect(slides).toBe(3);
    expect(problems).toEqual([
      {
        section: 0,
        title: 'Points',
        placeholder: 'Content 1',
        kind: 'overflow',
        slides: 2,
        percent: expect.any(Number),
      },
    ]);
    for (const [fit, count] of [
      ['split', 3],
      ['smaller', 2],
      ['shorten', 2],
    ] as const) {
      const parts = openParts(await generate(ada, { ...request, sections: [{ ...section, fit }] }));
      expect([...parts.keys()].filter((part) => part.startsWith('ppt/slides/slide'))).toHaveLength(count);
      const all = [...parts]
        .filter(([part]) => /slide\d+\.xml$/i.test(part))
        .map(([part]) => text(part)(parts))
        .join();
      for (let number = 1; number <= 16; number += 1) expect(all).toContain(`Point ${number} of the plan`);
    }
  });

  it('of more slides than a presentation can have is refused with a sentence', async () => {
    const request = { ...plan, sections: [{ title: 'Cups', content: '- A cup of tea\n'.repeat(8_000) }] };
    await expect(generate(ada, { ...request, template_folder: 'ava' })).rejects.toMatchObject({
      detail: 'The presentation would have more than 500 slides. Please export a shorter text.',
    });
  });
});
