import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { closePopups, countPopups, startOver } from './actions.ts';
import { getPath, getScene } from './allScenes.ts';

/** A scene of the path to the current screen. */
interface Step {
  name: string;
  /** Number of dialogs and menus that stay open for a scene that continues this one. */
  popups: number | null;
}

/** Shows one scene after the other. A scene that has steps in common with the one before continues from these. */
export class SceneWalk {
  readonly #app: TestApp;
  readonly #open: () => Promise<Visit>;
  #visit: Visit | null = null;
  #steps: Step[] = [];

  /** @param open opens a visit with an empty chat */
  constructor(app: TestApp, open: () => Promise<Visit>) {
    this.#app = app;
    this.#open = open;
  }

  async show(name: string): Promise<Visit> {
    const path = getPath(name);
    await this.#app.control('models', 'reset');
    if (this.#visit) await this.#goBack(this.#visit, path);
    const visit = (this.#visit ??= await this.#open());
    for (const next of path.slice(this.#steps.length)) {
      const before = this.#steps.at(-1);
      if (before) before.popups ??= await countPopups(visit);
      await getScene(next).act(visit, this.#app);
      this.#steps.push({ name: next, popups: null });
    }
    return visit;
  }

  /** Leaves the scenes that are not on the path. If that fails, closes the visit, which is kept only to save time. */
  async #goBack(visit: Visit, path: readonly string[]): Promise<void> {
    const firstOther = this.#steps.findIndex(({ name }, index) => name !== path[index]);
    const kept = firstOther === -1 ? this.#steps.length : firstOther;
    const left = this.#steps.splice(kept).map(({ name }) => getScene(name));
    if (left.some(({ leavesTraces }) => leavesTraces)) return this.close();
    try {
      for (const { leave } of left.toReversed()) {
        await leave?.(visit, this.#app);
        await closePopups(visit, this.#steps.at(-1)?.popups ?? 0);
      }
      if (kept === 0) await startOver(visit);
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#visit?.close();
    this.#visit = null;
    this.#steps = [];
  }
}
