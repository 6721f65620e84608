import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE = /\.(js|mjs|css|svg|json|wasm)$/;
/** At its best, Brotli takes seconds for the tokenizer's table of two megabytes, which is not part of the first load. */
const LARGEST_AT_BEST = 1_500_000;
const NEXT_BEST = 9;

/**
 * Puts a `.br` and a `.gz` file beside each script and its like, compressed better than a server has time for. Works on
 * the written files, since Vite itself still changes scripts when it generates them.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '.' }, bundle) {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compressBeside(join(dir, name))));
    },
  };
}

async function compressBeside(path: string): Promise<void> {
  const plain = await readFile(path);
  const quality = plain.length > LARGEST_AT_BEST ? NEXT_BEST : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  await Promise.all([
    compressBrotli(plain, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    compressGzip(plain).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
