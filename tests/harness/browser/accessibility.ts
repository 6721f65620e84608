import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Visit } from './visit.ts';

const axeScript = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const inspectScript = new URL('inspectAccessibility.js', import.meta.url);

/** Installs axe-core in the tab's page. */
export async function installAxe(visit: Visit): Promise<void> {
  for (const script of [axeScript, inspectScript]) await visit.frame.evaluate(await readFile(script, 'utf8'));
}

/**
 * Returns axe-core's violations and faults of the heading outline on the current screen as sentences.
 * @param checks `colors` when the same screen was already checked completely in another theme
 */
export async function findAccessibilityProblems(visit: Visit, checks: 'all' | 'colors'): Promise<string[]> {
  // A scene can have reloaded the page.
  if (await visit.frame.evaluate<boolean>(`typeof inspectAccessibility === 'undefined'`)) await installAxe(visit);
  return visit.frame.evaluate<string[]>(`inspectAccessibility('${checks}')`);
}
