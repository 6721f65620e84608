import { readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** The entry points of production, except the programs that the API starts by path. */
export const entries = ['api/src/index.ts', 'api/src/worker.ts', 'bot/src/index.ts'];

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|(?:import|require)\(['"]([^'"]+)['"]\)/gm;

export interface SourceImport {
  specifier: string;
  /** Whether only types are imported, so that the import does not exist at run time. */
  isType: boolean;
}

/** The imports of a source file, dynamic ones included. */
export function parseImports(file: string): SourceImport[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => ({
    specifier: named ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  }));
}

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> };

/** The names that begin imports, each with its folder: `#contract/`, `api/contract/`. */
export const folders = Object.entries(imports).map(([name, folder]): [string, string] => [
  name.replace('*', ''),
  folder.slice(2).replace('*', ''),
]);

/** The path of a project's file from the root of the repository; undefined for a package. */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [name, folder] = folders.find(([each]) => specifier.startsWith(each)) ?? [];
  return name && `${folder}${specifier.slice(name.length)}`;
}

/** The name of the package of an import. */
export const getPackage = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** The packages that an entry loads or can load, each with the chain of files that leads to it. */
export function findPackages(entry: string): Map<string, string[]> {
  const chains = new Map([[entry, [entry]]]);
  const packages = new Map<string, string[]>();
  // The loop also visits the files that it adds to the map.
  for (const [file, chain] of chains)
    for (const { specifier, isType } of parseImports(file)) {
      if (isType || specifier.startsWith('node:')) continue;
      const own = resolveImport(file, specifier);
      if (own?.endsWith('.ts') && !chains.has(own)) chains.set(own, [...chain, own]);
      const name = getPackage(specifier);
      if (!own && !packages.has(name)) packages.set(name, [...chain, name]);
    }
  return packages;
}
