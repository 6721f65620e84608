import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { zipSync } from 'fflate';
import { iconFaults, manifestFaults } from './manifestRules.ts';

type Names = Record<string, string | undefined>;

/** The earliest time a zip can hold: the same files always give the same package. */
const ZIP_EPOCH = '1980-01-01T00:00:00';

/** Writes values over `${{NAME}}`. Throws an Error that lists every name without a value. */
export function fillPlaceholders(text: string, values: Names): string {
  const missing = new Set<string>();
  const filled = text.replace(/\$\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = values[name];
    if (!value) missing.add(name);
    // The text is JSON: what stands inside a string there has to be escaped.
    return JSON.stringify(value ?? '').slice(1, -1);
  });
  if (missing.size > 0) throw new Error(`No value for ${[...missing].join(', ')}.`);
  return filled;
}

/**
 * The app package for Teams as bytes of a zip: manifest and both icons.
 *
 * @param folder Where manifest.json and the icons are.
 * @param values For the placeholders.
 * @throws Error listing everything that Teams would refuse.
 */
export async function appPackage(folder: string, values: Names): Promise<Uint8Array> {
  const manifest = fillPlaceholders(await readFile(join(folder, 'manifest.json'), 'utf8'), values);
  const [color, outline] = await Promise.all(['color.png', 'outline.png'].map((name) => readFile(join(folder, name))));
  if (!color || !outline) throw new Error('An icon is missing.');
  const faults = [
    ...manifestFaults(JSON.parse(manifest)),
    ...iconFaults('color.png', color, 192),
    ...iconFaults('outline.png', outline, 32),
  ];
  if (faults.length > 0) throw new Error(`Teams would refuse this package:\n  ${faults.join('\n  ')}`);
  const files = { 'manifest.json': Buffer.from(manifest), 'color.png': color, 'outline.png': outline };
  return zipSync(files, { mtime: ZIP_EPOCH });
}

/** The values of an environment: env/.env.NAME, then env/.env.NAME.user, then the process's own. */
function valuesOf(envFolder: string, name: string): Names {
  const files = [`.env.${name}`, `.env.${name}.user`].map((file) => join(envFolder, file)).filter(existsSync);
  if (files.length === 0) throw new Error(`There is no env/.env.${name}.`);
  return Object.assign({}, ...files.map((file) => parseEnv(readFileSync(file, 'utf8'))), process.env);
}

async function main(name: string): Promise<void> {
  const folder = fileURLToPath(new URL('./', import.meta.url));
  const bytes = await appPackage(folder, valuesOf(join(folder, '../env'), name));
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
