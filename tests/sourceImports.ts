import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm;

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
