import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDamagedFiles, intactFiles } from '#tests/harness/hostile/damagedFiles.ts';
import { documentXml, makeDocxWith, paragraphXml, withFalseSize } from '#tests/harness/hostile/hostileFiles.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { extract, ExtractionError } from './extract.ts';

const MB = 1024 * 1024;

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const name = 'a.docx';
const read = async (bytes: Uint8Array): Promise<Extraction> => readInProcess({ path: await files.write(bytes), name });
const readInChild = async (bytes: Uint8Array): Promise<Extraction> => extract({ path: await files.write(bytes), name });

describe('the extraction of a zip bomb', () => {
  it('refuses a Word document that declares 150 MB', async () => {
    const length = 123_457;
    const small = await makeDocxWith({ 'word/media/a.bin': new Uint8Array(length) });
    await expect(readInChild(withFalseSize(small, length, 150 * MB))).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  it('refuses a file with 50 MB of text and a small declared size', async () => {
    const length = 50 * MB + 1;
    const correct = await makeDocxWith({ 'word/document.xml': new Uint8Array(length).fill(32) });
    await expect(readInChild(withFalseSize(correct, length, 1_000))).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  /** @proves threat:archives */
  it('refuses a file with 10,001 entries', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`customXml/${index}.xml`, '<a/>']));
    await expect(read(await makeDocxWith(parts))).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  it('reads a file that contains another bomb, without opening that bomb', async () => {
    const bomb = await makeDocxWith({ 'word/document.xml': new Uint8Array(MB) });
    const extraction = await read(
      await makeDocxWith({ 'word/embeddings/bomb.docx': bomb, '../../escape.xml': '<a/>' }),
    );
    expect(extraction.parts.map((part) => part.text)).toEqual(['Ada wrote this.']);
  });
});

/** @proves threat:xml */
describe('hostile XML', () => {
  const entity = (definition: string) => `<!DOCTYPE w:document [<!ENTITY x ${definition}>]>`;
  const external = entity('SYSTEM "file:///etc/hostname"');

  it.each<[string, string | Uint8Array]>([
    ['reads a file', documentXml(paragraphXml('&x;'), external)],
    ['expands exponentially', documentXml(paragraphXml('&x;&x;'), entity('"ha ha"'))],
    ['is encoded in UTF-16', Buffer.from(`\uFEFF${documentXml(paragraphXml('&x;'), external)}`, 'utf16le')],
  ])('with an entity that %s is refused', async (_, xml) => {
    await expect(read(await makeDocxWith({ 'word/document.xml': xml }))).rejects.toMatchObject({
      code: 'broken',
      reason: 'The file defines XML entities, which are not read.',
    });
  });

  it('nested 200,000 deep returns an error', async () => {
    const deep = documentXml('<w:p>'.repeat(200_000) + '</w:p>'.repeat(200_000));
    await expect(readInChild(await makeDocxWith({ 'word/document.xml': deep }))).rejects.toBeInstanceOf(
      ExtractionError,
    );
  });

  /** @proves threat:xml */
  it('does not fetch linked images and templates', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
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
    const extraction = await read(bytes);
    await new Promise((resolve) => server.close(resolve));
    expect(extraction.parts.map((part) => part.text)).toEqual(['See the picture.']);
    expect(requests).toEqual([]);
  });
});

/** @proves threat:extraction-limits */
describe('damaged files', () => {
  // Each seed makes another kind of damage; `npm run chaos` tries other seeds in every round, in child processes.
  const seeds = [1, 2, 3, 4];

  it.each(Object.keys(intactFiles))('each mutation of %s returns text or an ExtractionError', async (file) => {
    const { unexpected, rejected } = await readDamagedFiles(file, seeds, readInProcess);
    expect(unexpected).toEqual([]);
    expect(rejected).toBeGreaterThan(0);
  });
});
