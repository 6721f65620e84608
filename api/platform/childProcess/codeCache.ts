/**
 * Loads the chunks of a bundle with their code cache, so that V8 does not compile them again in each process. Node's own
 * compile cache needs the permission to write. V8 ignores a cache of another version of Node.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';

type LoadModule = (name: string) => unknown;
type ChunkFunction = (exports: object, require: LoadModule, module: Chunk, file: string, folder: string) => void;
interface Chunk {
  exports: object;
}

const folder = import.meta.dirname;
const require = createRequire(import.meta.url);
const chunks = new Map<string, Chunk>();
const scripts = new Map<string, Script>();

/** Runs a chunk of this folder at its first call and returns its exports. */
export function loadChunk(name: string): object {
  const loaded = chunks.get(name);
  if (loaded) return loaded.exports;
  const chunk: Chunk = { exports: {} };
  chunks.set(name, chunk);
  const run = compile(name).runInThisContext() as ChunkFunction;
  run.call(chunk.exports, chunk.exports, loadModule, chunk, join(folder, name), folder);
  return chunk.exports;
}

const loadModule: LoadModule = (name) => (name.startsWith('./') ? loadChunk(name.slice(2)) : require(name));

function compile(name: string): Script {
  const path = join(folder, name);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
  const cachedData = readCache(path);
  const script = new Script(source, {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
  scripts.set(name, script);
  return script;
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(`${path}.cache`);
  } catch {
    return undefined;
  }
}

/**
 * Stores the code caches of all chunks. Runs those that only define functions first, because the cache then contains the
 * functions that they call while they load.
 */
export function storeCodeCaches(isProgram: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.cjs'))) {
    if (isProgram(name)) compile(name);
    else loadChunk(name);
  }
  for (const [name, script] of scripts) writeFileSync(join(folder, `${name}.cache`), script.createCachedData());
}
