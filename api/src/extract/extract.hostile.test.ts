import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDamagedFiles, intactFiles } from '../../../tests/harness/hostile/damagedFiles.ts';
import { documentXml, makeDocxWith, paragraphXml, withFalseSize } from '../../../tests/harness/hostile/hostileFiles.ts';
import { makeTempFiles, type TempFiles } from '../../../tests/harness/tempFiles.ts';
import { Extraction } from '../../contract/locations.ts';
import { extract, ExtractionError } from './extract.ts';

const MB = 1024 * 1024;

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

async function read(bytes: Uint8Array, name = 'a.docx'): Promise<Extraction> {
  return extract({ path: await files.write(bytes), name });
}

describe('archives that are bombs', () => {
  it('refuses a Word document that declares 150 MB', async () => {
    await expect(read(await makeDocxWith({ 'word/media/a.bin': new Uint8Array(150 * MB) }))).rejects.toMatchObject({
      code: 'too_big_inside',
    });
  });

  it('refuses one that hides 50 MB of text behind a small number', async () => {
    const length = 50 * MB + 1;
    const honest = await makeDocxWith({ 'word/document.xml': new Uint8Array(length).fill(32) });
    await expect(read(withFalseSize(honest, length, 1_000))).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  it('refuses one of 10,001 entries', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`customXml/${index}.xml`, '<a/>']));
    await expect(read(await makeDocxWith(parts))).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  it('reads one with a bomb inside a zip inside it, which nobody opens', async () => {
    const bomb = await makeDocxWith({ 'word/document.xml': new Uint8Array(MB) });
    const found = await read(await makeDocxWith({ 'word/embeddings/bomb.docx': bomb, '../../escape.xml': '<a/>' }));
    expect(found.parts.map((part) => part.text)).toEqual(['Ada wrote this.']);
  });
});

describe('XML that reaches out', () => {
  const entity = (definition: string) => `<!DOCTYPE w:document [<!ENTITY x ${definition}>]>`;
  const external = entity('SYSTEM "file:///etc/hostname"');

  it.each<[string, string | Uint8Array]>([
    ['reads a file', documentXml(paragraphXml('&x;'), external)],
    ['laughs a billion times', documentXml(paragraphXml('&x;&x;'), entity('"ha ha"'))],
    ['hides behind UTF-16', Buffer.from(`\uFEFF${documentXml(paragraphXml('&x;'), external)}`, 'utf16le')],
  ])('an entity that %s is refused', async (_, xml) => {
    await expect(read(await makeDocxWith({ 'word/document.xml': xml }))).rejects.toMatchObject({
      code: 'broken',
      reason: 'The file defines XML entities, which are not read.',
    });
  });

  it('nested 200,000 deep does not take the reader down with it', async () => {
    const deep = documentXml('<w:p>'.repeat(200_000) + '</w:p>'.repeat(200_000));
    await expect(read(await makeDocxWith({ 'word/document.xml': deep }))).rejects.toBeInstanceOf(ExtractionError);
  });

  it('a linked picture and a linked template are not fetched', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relation = (id: string, type: string) =>
      `<Relationship Id="${id}" Type="${kind}/${type}" Target="${url}/${id}" TargetMode="External"/>`;
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', 'image')}${relation('r2', 'attachedTemplate')}</Relationships>`;
    const picture =
      '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const bytes = await makeDocxWith({
      'word/document.xml': documentXml(paragraphXml('See the picture.') + picture),
      'word/_rels/document.xml.rels': relations,
    });
    const found = await read(bytes);
    await new Promise((resolve) => server.close(resolve));
    expect(found.parts.map((part) => part.text)).toEqual(['See the picture.']);
    expect(asked).toEqual([]);
  });
});

describe('damaged files', () => {
  // Two of each kind of damage; `npm run chaos` reads others in every round.
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(Object.keys(intactFiles))('each mutation of %s gives text or an ExtractionError', async (name) => {
    const { unexpected, rejected } = await readDamagedFiles(name, seeds);
    expect(unexpected).toEqual([]);
    expect(rejected).toBeGreaterThan(0);
  });
});
