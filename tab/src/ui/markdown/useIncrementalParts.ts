import { useEffect, useState } from 'react';
import type { Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';

/** Pause in milliseconds in which the browser can paint and handle input. */
const PAUSE_MS = 16;

/** Returns the parts to render now. New or changed parts are added in steps, each with a limited number of units. */
export function useIncrementalParts(parts: readonly Part[]): readonly Part[] {
  const [before, setBefore] = useState<readonly Part[]>([]);
  const drawn = takeNextParts(before, parts);
  const complete = drawn.length === parts.length && drawn.every((part, index) => part === parts[index]);
  useEffect(() => {
    if (complete) return;
    const timer = setTimeout(() => setBefore(drawn), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return drawn;
}

/** The rendered parts plus the next ones that fit into one step; at least one. */
function takeNextParts(before: readonly Part[], parts: readonly Part[]): readonly Part[] {
  const drawn = before.slice(0, parts.length);
  let units = 0;
  for (const [index, part] of parts.entries()) {
    if (drawn[index] === part) continue;
    if (units > 0 && units + part.units > limits.frameUnits) break;
    units += part.units;
    drawn[index] = part;
  }
  return drawn;
}
