import { makeTemplateFile } from '#tests/harness/client/presentations.ts';
import { makeWordTemplate } from '#tests/harness/client/wordTemplates.ts';
import { runTask } from './runTask.ts';

const owner = 'northwind/ada';
const text = Array.from({ length: 2_000 }, (_, index) => `## Tea ${index}\n\nFour leaves.`).join('\n\n');
const content = {
  title_slide: { title: 'Tea', content: '', layout: null },
  sections: [],
  template_folder: 'ava',
  sources: [],
};

/** @proves threat:export-limits */
it.each([{ timeMs: 1 }, { memoryBytes: 20_000_000 }])(
  'a text that is too large for slides is refused for that reason (%j)',
  async (limits) => {
    const refused = { code: 'export_too_large', detail: 'This is too large to export. Please export a part of it.' };
    const options = { owner, limits };
    await expect(runTask('sections', { content: text, attachments: [] }, options)).rejects.toMatchObject(refused);
    await expect(
      runTask('generate', { template: null, content, images: {}, author: 'Ada', created: new Date(0) }, options),
    ).rejects.toMatchObject(refused);
    await expect(runTask('convert', { markdown: text, template: null, name: 'Tea' }, options)).rejects.toMatchObject(
      refused,
    );
  },
);

it('a template that takes too long is refused with a sentence that asks for a smaller one', async () => {
  const options = { owner, limits: { timeMs: 1 } };
  const refused = {
    code: 'unreadable_file',
    detail: 'The template holds more than can be read. Please choose a smaller one.',
  };
  await expect(runTask('clean', { bytes: makeTemplateFile(), name: 'Tea' }, options)).rejects.toMatchObject(refused);
  await expect(runTask('cleanWord', { bytes: makeWordTemplate() }, options)).rejects.toMatchObject(refused);
});

it('a text from which no slides can be made is not called a damaged template', async () => {
  const input = { template: null, content: null as never, images: {}, author: 'Ada', created: new Date(0) };
  await expect(runTask('generate', input, { owner })).rejects.toMatchObject({ code: 'not_exportable' });
});
