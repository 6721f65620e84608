import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Visit, VisitOptions } from './visit.ts';

const scriptPaths = [
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  ...['inspectElements.js', 'inspectAccessibility.js'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
];

export type ThemeName = NonNullable<VisitOptions['theme']>;

/** A theme as the tab's page declares it. */
interface Theme {
  name: string;
  variables: string;
  colorScheme: string;
}

/** Finds accessibility problems of the tab's screens. */
export class AccessibilityCheck {
  readonly #furtherThemes: readonly ThemeName[];
  #themes: Theme[] | null = null;

  /** @param furtherThemes themes whose colors are checked besides those of the theme that Teams has at the start */
  constructor(furtherThemes: readonly ThemeName[]) {
    this.#furtherThemes = furtherThemes;
  }

  /**
   * Returns axe-core's violations, faults of the heading outline and low contrast on the current screen as sentences.
   */
  async findProblems(visit: Visit): Promise<string[]> {
    // The checks are missing in a new page, and after a scene has reloaded the page.
    if (await visit.frame.evaluate<boolean>(`typeof inspectAccessibility === 'undefined'`)) await this.#install(visit);
    return visit.frame.evaluate<string[]>(`inspectAccessibility(furtherThemes)`);
  }

  async #install(visit: Visit): Promise<void> {
    for (const path of scriptPaths) await visit.frame.evaluate(await readFile(path, 'utf8'));
    this.#themes ??= await readThemes(visit, this.#furtherThemes);
    await visit.frame.evaluate(`globalThis.furtherThemes = ${JSON.stringify(this.#themes)}`);
  }
}

/** Switches Teams to each of the themes, reads its colors, and restores the first one. */
async function readThemes(visit: Visit, names: readonly ThemeName[]): Promise<Theme[]> {
  const first = await visit.getTheme();
  const themes: Theme[] = [];
  for (const name of names) {
    await visit.chooseTheme(name);
    themes.push(await visit.frame.evaluate<Theme>('readTheme()'));
  }
  if (names.length > 0) await visit.chooseTheme(first);
  return themes;
}
