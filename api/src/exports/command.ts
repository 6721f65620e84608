/**
 * `npm run export -- IN.md --as docx|pdf|txt|eml --out FILE`: makes a file of Markdown as the API does. Images are found next to
 * the text. Prints one line: the file, or one reason.
 */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { documentFormats } from '../../contract/exports.ts';
import { isAvaError } from '../../contract/errors.ts';
import { MAX_EXPORT_IMAGES } from '../../contract/limits.ts';
import type { ExportDocument } from './document.ts';
import { writeInChild } from './writing/writeInChild.ts';

const formats = [...documentFormats, 'eml'] as const;
const USAGE = `Usage: npm run export -- IN.md --as ${formats.join('|')} --out FILE`;
const MAX_TEXT_BYTES = 10_000_000;
const MAX_IMAGE_BYTES = 20_000_000;
/** Addresses of images in Markdown, with the extensions that a document can contain. */
const IMAGE_ADDRESS = /\(\s{0,9}<?([^()<>\s]{1,300}\.(?:png|jpe?g|gif))[\s>)]/gi;

/** A reason that the person reads as it is. */
class Refusal extends Error {}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { as: { type: 'string' }, out: { type: 'string' } },
  });
  const [input] = positionals;
  const format = formats.find((known) => known === values.as);
  if (!input || positionals.length > 1 || !format || !values.out) throw new Refusal(USAGE);
  const bytes = await writeInChild(await readDocument(input), format);
  await replaceFile(values.out, bytes);
  return `${values.out}: ${bytes.length} bytes`;
}

async function readDocument(path: string): Promise<ExportDocument> {
  const { size } = await stat(path);
  if (size > MAX_TEXT_BYTES) throw new Refusal(`${path} is larger than ${MAX_TEXT_BYTES} bytes.`);
  const text = await readFile(path, 'utf8');
  const syntax = /^\.html?$/i.test(extname(path)) ? 'html' : 'markdown';
  return {
    title: basename(path, extname(path)),
    parts: [{ heading: '', text, syntax, citations: [] }],
    images: await readImages(text, dirname(resolve(path))),
  };
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

/** A file is complete or not there. */
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
