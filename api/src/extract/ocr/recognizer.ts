import type { Worker } from 'tesseract.js';
import { getOwnCpuMs } from '#platform/childProcess/childUsage.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { Limits } from '#api/extract/limits.ts';
import { DEFAULT_LANGUAGE, getDataFolder, type OcrLanguages } from './languages.ts';
import { getQuality, recognizeUpright, type Recognized } from './orientation.ts';

/** Below this quality, what was recognized is noise: photos and other scripts are under 40, poor scans above 60. */
const MIN_CONFIDENCE = 50;
/** Below this quality, there are more single characters than words. */
const MIN_QUALITY = 25;
/** A page takes 1 to 2 seconds of CPU time. */
const PAGE_CPU_MS = 20_000;
const CHECK_INTERVAL_MS = 250;
/** tesseract.js's name for its newer engine. The data of the older engine are not installed. */
const LSTM_ONLY = 1;

/** Recognizes the text of images with tesseract.js, one at a time, within the limits of one file. */
export interface Recognizer {
  /**
   * The text of a PNG, JPEG, WebP or TIFF image; '' if it has none, `null` if it is skipped, because the file has reached its
   * limit of pages or time.
   * @throws ExtractionError `broken` for a damaged image, `too_slow` for one that takes too long
   */
  recognize(makeImage: () => Promise<Uint8Array | null>): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * The time of the limits starts now. Only CPU time of this process counts, because on a busy machine it waits most of
 * the time.
 * @param unread counts the pages that are skipped, and those that are not blank but have no text
 */
export function createRecognizer(
  { ocrPages, ocrMs, ocr }: Pick<Limits, 'ocrPages' | 'ocrMs' | 'ocr'>,
  unread: UnreadCounts,
): Recognizer {
  const startedAt = getOwnCpuMs();
  const hasTime = () => getOwnCpuMs() - startedAt < ocrMs;
  let worker: Promise<Worker> | null = null;
  let pages = 0;

  async function close(): Promise<void> {
    const started = worker;
    worker = null;
    // A worker that did not start has nothing to end, and its error must not hide the text that was read.
    await (await started?.catch(() => null))?.terminate();
  }

  async function recognize(image: Uint8Array): Promise<Recognized> {
    const started = await (worker ??= startWorker(ocr));
    const { data } = await withTimeout(started.recognize(Buffer.from(image))).catch(async (cause: unknown) => {
      // Only ending the worker interrupts it.
      if (cause instanceof ExtractionError) await close();
      throw cause instanceof ExtractionError ? cause : new ExtractionError('broken', { cause });
    });
    return data;
  }

  return {
    async recognize(makeImage) {
      if (pages >= ocrPages || !hasTime()) {
        unread.add('scannedPage');
        return null;
      }
      const image = await makeImage();
      if (image === null) return '';
      pages += 1;
      const found = await recognizeUpright(image, recognize, hasTime);
      const isText = found.text.trim() !== '' && found.confidence >= MIN_CONFIDENCE && getQuality(found) >= MIN_QUALITY;
      if (!isText) unread.add('picturePage');
      return isText ? found.text : '';
    },
    close,
  };
}

async function startWorker({ languages, folder }: OcrLanguages): Promise<Worker> {
  const { createWorker } = await import('tesseract.js');
  return new Promise((resolve, reject) => {
    createWorker([...languages], LSTM_ONLY, {
      // Without a folder, the library downloads the data from a foreign host.
      langPath: folder ?? getDataFolder(languages[0] ?? DEFAULT_LANGUAGE),
      gzip: true,
      cacheMethod: 'none',
      // The only report of a failed start. Without a handler, the error of a damaged image is also thrown uncaught.
      errorHandler: reject,
    }).then(resolve, reject);
  });
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const startedAt = getOwnCpuMs();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const check = () => getOwnCpuMs() - startedAt > PAGE_CPU_MS && reject(new ExtractionError('too_slow'));
    timer = setInterval(check, CHECK_INTERVAL_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearInterval(timer));
}
