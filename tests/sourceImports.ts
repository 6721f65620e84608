import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/** What runs in production, without the programs that the API starts by path. */
export const entries = ['api/src/index.ts', 'api/src/worker.ts', 'bot/src/index.ts'];

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|(?:import|require)\(['"]([^'"]+)['"]\)/gm;

export interface SourceImport {
  specifier: string;
  /** Gone at run time. */
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

const getPackage = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** The packages that an entry loads or can load, each with the chain of files that leads to it. */
export function findPackages(entry: string): Map<string, string[]> {
  const chains = new Map([[entry, [entry]]]);
  const packages = new Map<string, string[]>();
  // A map visits what is added while it is walked.
  for (const [file, chain] of chains)
    for (const { specifier, isType } of parseImports(file)) {
      if (isType || specifier.startsWith('node:')) continue;
      const isOwn = specifier.startsWith('.');
      const target = isOwn ? normalize(join(dirname(file), specifier)).replaceAll('\\', '/') : getPackage(specifier);
      if (isOwn && target.endsWith('.ts') && !chains.has(target)) chains.set(target, [...chain, target]);
      if (!isOwn && !packages.has(target)) packages.set(target, [...chain, target]);
    }
  return packages;
}
