import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** English; other languages in Latin letters are read with a few wrong accents. */
export const DEFAULT_LANGUAGE = 'eng';
/** tesseract's names: `deu`, `chi_sim`. */
const NAME = /^[a-z]{3}(?:_[a-z]{3,8}){0,2}$/;
/** Each language takes time and memory for every page. */
const MAX_LANGUAGES = 5;

export interface OcrLanguages {
  languages: readonly string[];
  /** Where the data of several languages were copied to; null for a single language, whose package is read. */
  folder: string | null;
}

let chosen: OcrLanguages = { languages: [DEFAULT_LANGUAGE], folder: null };

/** The languages and folder with which files are read. */
export const getOcrLanguages = (): OcrLanguages => chosen;

/** Why OCR cannot use these languages, one line each. */
export function findLanguageProblems(languages: readonly string[]): string[] {
  if (languages.length === 0 || languages.length > MAX_LANGUAGES)
    return [`OCR_LANGUAGES needs one to ${MAX_LANGUAGES} languages`];
  return languages.flatMap((language) => {
    if (!NAME.test(language)) return [`OCR_LANGUAGES has ${language}, which is not a name of tesseract such as deu`];
    const name = `@tesseract.js-data/${language}`;
    return findData(language)
      ? []
      : [`OCR_LANGUAGES has ${language}, whose data are not installed: npm install ${name}`];
  });
}

/**
 * Sets the languages for all files that are read from now on, when the process starts. tesseract.js reads the data of all languages
 * from one folder, but each of them is a package.
 * @param folder where the data of several languages are copied to
 */
export async function setOcrLanguages(languages: readonly string[], folder: string): Promise<void> {
  const [, ...others] = languages;
  if (others.length > 0) {
    await mkdir(folder, { recursive: true });
    for (const language of languages) await copyData(findData(language) ?? '', join(folder, `${language}${ENDING}`));
  }
  chosen = { languages, folder: others.length > 0 ? folder : null };
}

const ENDING = '.traineddata.gz';

/** The folder of the data of a language, in its package. */
export function getDataFolder(language: string): string {
  return dirname(findData(language) ?? '');
}

function findData(language: string): string | null {
  try {
    const packageFile = createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`);
    return join(dirname(packageFile), '4.0.0_best_int', `${language}${ENDING}`);
  } catch {
    return null;
  }
}

/** Replaces the file at once, because other processes read it and copy it at this moment. */
async function copyData(from: string, to: string): Promise<void> {
  const copy = `${to}.${randomUUID()}`;
  await copyFile(from, copy);
  await rename(copy, to);
}
