import { useEffect, useState } from 'react';
import type { Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';

/** A pause in which the browser can paint and take input; in milliseconds. */
const PAUSE_MS = 16;

/** The parts to draw now. Of what is new or has changed, a bounded number of units is taken at a time. */
export function useGradually(parts: readonly Part[]): readonly Part[] {
  const [before, setBefore] = useState<readonly Part[]>([]);
  const drawn = advance(before, parts);
  const complete = drawn.length === parts.length && drawn.every((part, at) => part === parts[at]);
  useEffect(() => {
    if (complete) return;
    const timer = setTimeout(() => setBefore(drawn), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return drawn;
}

/** What was drawn before, with the next parts that fit into the budget; at least one. */
export function advance(before: readonly Part[], parts: readonly Part[]): readonly Part[] {
  const drawn = before.slice(0, parts.length);
  let units = 0;
  for (const [at, part] of parts.entries()) {
    if (drawn[at] === part) continue;
    if (units > 0 && units + part.units > limits.frameUnits) break;
    units += part.units;
    drawn[at] = part;
  }
  return drawn;
}
