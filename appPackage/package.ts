import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { zipSync } from 'fflate';
import { findIconProblems, findManifestProblems } from './manifestRules.ts';

type Variables = Record<string, string | undefined>;

/** A fixed file time, the earliest in a zip, so that the same files always give the same package. */
const ZIP_EPOCH = '1980-01-01T00:00:00';

/** Replaces `${{NAME}}` by its value. Throws an Error that lists all names without a value. */
export function fillPlaceholders(text: string, values: Variables): string {
  const missing = new Set<string>();
  const filled = text.replace(/\$\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (!value) missing.add(name);
    // The value is inserted into a JSON string.
    return JSON.stringify(value ?? '').slice(1, -1);
  });
  if (missing.size > 0) throw new Error(`No value for ${[...missing].join(', ')}.`);
  return filled;
}

/**
 * Builds the app package for Teams, a zip with the manifest and both icons.
 *
 * @param folder Folder of manifest.json and the icons.
 * @param values Values of the placeholders.
 * @throws Error that lists all problems that Teams would reject.
 */
export async function buildAppPackage(folder: string, values: Variables): Promise<Uint8Array> {
  const manifest = fillPlaceholders(await readFile(join(folder, 'manifest.json'), 'utf8'), values);
  const [color, outline] = await Promise.all(['color.png', 'outline.png'].map((name) => readFile(join(folder, name))));
  if (!color || !outline) throw new Error('An icon is missing.');
  const problems = [
    ...findManifestProblems(JSON.parse(manifest)),
    ...findIconProblems('color.png', color, 192),
    ...findIconProblems('outline.png', outline, 32),
  ];
  if (problems.length > 0) throw new Error(`Teams would reject this package:\n  ${problems.join('\n  ')}`);
  const files = { 'manifest.json': Buffer.from(manifest), 'color.png': color, 'outline.png': outline };
  return zipSync(files, { mtime: ZIP_EPOCH });
}

/** Reads env/.env.NAME and env/.env.NAME.user; variables of the process take precedence. */
function readValues(envFolder: string, name: string): Variables {
  const files = [`.env.${name}`, `.env.${name}.user`].map((file) => join(envFolder, file)).filter(existsSync);
  if (files.length === 0) throw new Error(`There is no env/.env.${name}.`);
  return Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))), process.env);
}

async function main(name: string): Promise<void> {
  const folder = fileURLToPath(new URL('./', import.meta.url));
  const bytes = await buildAppPackage(folder, readValues(join(folder, '../env'), name));
  await mkdir(join(folder, 'build'), { recursive: true });
  await writeFile(join(folder, 'build', `ava.${name}.zip`), bytes);
  console.log(`appPackage/build/ava.${name}.zip is ready.`);
}

if (import.meta.main) {
  const name = process.argv[2] ?? 'sandbox';
  main(name).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.error(`The values come from env/.env.${name}, env/.env.${name}.user and the environment.`);
    process.exitCode = 1;
  });
}
