import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE = /\.(js|mjs|css|svg|json|wasm)$/;
/**
 * Brotli at its best quality takes seconds for the two-megabyte tokenizer table, which is not part of the first load.
 */
const MAX_BYTES_AT_BEST = 1_500_000;
const LARGE_FILE_QUALITY = 9;
const QUICK_QUALITY = 4;

/**
 * Writes a `.br` and a `.gz` file next to each compressible file, compressed better than a server has time for. Works
 * on the written files because Vite still changes scripts while it generates them.
 * @param isQuick compresses less, in a tenth of the time
 */
export function precompress(isQuick: boolean): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compressBeside(join(dir, name), isQuick)));
    },
  };
}

async function compressBeside(path: string, isQuick: boolean): Promise<void> {
  const plain = await readFile(path);
  const best = plain.length > MAX_BYTES_AT_BEST ? LARGE_FILE_QUALITY : constants.BROTLI_MAX_QUALITY;
  const quality = isQuick ? QUICK_QUALITY : best;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  await Promise.all([
    compressBrotli(plain, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    compressGzip(plain).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
