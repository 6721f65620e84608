/**
 * `npm run export -- IN.md --as docx|pdf|txt|xlsx|md|eml|pptx [--template T.pptx|T.docx] --out FILE`: makes a file of Markdown as the API
 * does. Images are found next to the text. Prints one line: the file, or one reason.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentFormats } from '#contract/exports/exports.ts';
import { isAvaError } from '#contract/errors.ts';
import { MAX_EXPORT_IMAGES } from '#contract/limits.ts';
import { runTask } from '#api/presentations/childProcess/runTask.ts';
import type { ExportDocument } from './document.ts';
import { checkContent } from './writing/checkContent.ts';
import { writeInChild } from './writing/writeInChild.ts';

const formats = [...documentFormats, 'eml', 'pptx'] as const;
const USAGE = `Usage: npm run export -- IN.md --as ${formats.join('|')} [--template T.pptx|T.docx] --out FILE`;
const MAX_TEXT_BYTES = 10_000_000;
const MAX_IMAGE_BYTES = 20_000_000;
const MAX_TEMPLATE_BYTES = 200_000_000;
/** Addresses of images in Markdown, with the extensions that a document can contain. */
const IMAGE_ADDRESS = /\(\s{0,9}<?([^()<>\s]{1,300}\.(?:png|jpe?g|gif))[\s>)]/gi;

/** A reason that the person reads as it is. */
class Refusal extends Error {}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: 'string' }, out: { type: 'string' }, template: { type: 'string' } },
  });
  const [input] = positionals;
  const format = formats.find((known) => known === values.as);
  if (!input || positionals.length > 1 || !format || !values.out) throw new Refusal(USAGE);
  if (values.template && format !== 'pptx' && format !== 'docx')
    throw new Refusal('A template is for slides or Word: --as pptx or --as docx.');
  const document = await readDocument(input);
  const bytes =
    format === 'pptx'
      ? await writeSlides(document, values.template)
      : (await writeInChild({ ...document, ...(await readWordTemplate(values.template)) }, format)).bytes;
  await replaceFile(values.out, bytes);
  return `${values.out}: ${bytes.length} bytes`;
}

async function readDocument(path: string): Promise<ExportDocument> {
  const text = (await readBounded(path, MAX_TEXT_BYTES)).toString('utf8');
  const syntax = /^\.html?$/i.test(extname(path)) ? 'html' : 'markdown';
  return {
    title: basename(path, extname(path)),
    parts: [{ heading: '', text, syntax, citations: [] }],
    images: await readImages(text, dirname(resolve(path))),
  };
}

/** Slides are made as the API makes them, in a process with limits of time and memory. */
async function writeSlides(document: ExportDocument, templatePath: string | undefined): Promise<Uint8Array> {
  const { title, parts, images = {} } = document;
  const [{ text, syntax }] = parts as [ExportDocument['parts'][number]];
  checkContent(document);
  if (syntax === 'html') throw new Refusal('Slides are made of Markdown, not of HTML.');
  const templateName = basename(templatePath ?? '');
  const uploaded = templatePath ? await readBounded(templatePath, MAX_TEMPLATE_BYTES) : null;
  const template = uploaded && (await runTask('clean', { bytes: uploaded, name: templateName }, { owner: '' })).bytes;
  const input = { markdown: text, images, template, name: title, templateName };
  return (await runTask('convert', input, { owner: '' })).bytes;
}

async function readWordTemplate(path: string | undefined): Promise<Pick<ExportDocument, 'template'>> {
  if (path === undefined) return {};
  const cleaned = await runTask('cleanWord', { bytes: await readBounded(path, MAX_TEMPLATE_BYTES) }, { owner: '' });
  return { template: Buffer.from(cleaned).toString('base64') };
}

/** @throws Refusal if there is no such file, or a larger one */
async function readBounded(path: string, maxBytes: number): Promise<Buffer> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw new Refusal(`There is no file ${path}.`);
  if (info.size > maxBytes) throw new Refusal(`${path} is larger than ${maxBytes} bytes.`);
  return readFile(path);
}

/** Images in the folder of the text or below it; all others are shown by their description. */
async function readImages(text: string, folder: string): Promise<Record<string, string>> {
  const addresses = new Set([...text.matchAll(IMAGE_ADDRESS)].map((match) => match[1] ?? ''));
  const images: [string, string][] = [];
  for (const address of [...addresses].slice(0, MAX_EXPORT_IMAGES)) {
    const path = resolve(folder, address);
    if (relative(folder, path).startsWith('..')) continue;
    const info = await stat(path).catch(() => null);
    if (info?.isFile() && info.size <= MAX_IMAGE_BYTES) images.push([address, await readFile(path, 'base64')]);
  }
  return Object.fromEntries(images);
}

/** Replaces the file in one step, so that it is never incomplete. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function toReason(error: unknown): string {
  if (isAvaError(error)) return error.detail;
  return error instanceof Error ? error.message : String(error);
}

try {
  console.log(await run());
} catch (error) {
  console.error(toReason(error));
  process.exitCode = 1;
}
