import type { Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';

const DEFINITION = /^ {0,3}\[([^[\]^]{1,200})\]:[ \t]*\S/;
const LABEL = /\[([^[\]^]{1,200})\]/g;

/** Adds the link definitions that a part uses from other parts, so that it can be parsed on its own. */
export function withDefinitions(parts: readonly Part[]): readonly Part[] {
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
