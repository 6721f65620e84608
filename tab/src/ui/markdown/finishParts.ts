import type { Part } from './blockSplitter.ts';
import { withDefinitions } from './linkDefinitions.ts';
import { limits } from './renderLimits.ts';

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
