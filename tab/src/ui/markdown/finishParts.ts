import type { Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';

const DEFINITION = /^ {0,3}\[([^[\]^]{1,200})\]:[ \t]*\S/;

const LABEL = /\[([^[\]^]{1,200})\]/g;

/**
 * Prepares the parts of a complete text. Footnotes and their references must be parsed together; a text that is too
 * expensive for that shows them as written.
 */
export function finishParts(parts: readonly Part[], text: string): readonly Part[] {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const isParsedWhole = units <= limits.wholeUnits && parts.every(({ kind }) => kind !== 'plain');
  if (isParsedWhole && parts.some(({ kind }) => kind === 'note'))
    return [{ kind: 'markdown', text, header: '', language: '', units }];
  return withDefinitions(parts);
}

/** Adds the link definitions that a part uses from other parts, so that it can be parsed on its own. */
function withDefinitions(parts: readonly Part[]): readonly Part[] {
  const definitions = findDefinitions(parts);
  if (definitions.size === 0) return parts;
  return parts.map((part) => (part.kind === 'markdown' ? withOwnDefinitions(part, definitions) : part));
}

function withOwnDefinitions(part: Part, definitions: ReadonlyMap<string, string>): Part {
  const used = new Set<string>();
  for (const [, label = ''] of part.text.matchAll(LABEL)) {
    const definition = definitions.get(normalizeLabel(label));
    if (definition !== undefined && !part.text.includes(definition)) used.add(definition);
  }
  return used.size === 0 ? part : { ...part, definitions: [...used].join('\n') };
}

function findDefinitions(parts: readonly Part[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { kind, text } of parts) {
    if (kind !== 'markdown' || !DEFINITION.test(text)) continue;
    for (const line of text.split(/\r\n|\r|\n/)) {
      const label = DEFINITION.exec(line)?.[1];
      if (label === undefined) break;
      if (!found.has(normalizeLabel(label))) found.set(normalizeLabel(label), line);
      if (found.size >= limits.definitions) return found;
    }
  }
  return found;
}

function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
