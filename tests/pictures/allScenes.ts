import { adminScenes } from './adminScenes.ts';
import { answerScenes } from './answerScenes.ts';
import { botScenes } from './botScenes.ts';
import { exportScenes } from './exportScenes.ts';
import { habitScenes } from './habitScenes.ts';
import { historyScenes } from './historyScenes.ts';
import { knowledgeScenes } from './knowledgeScenes.ts';
import { promptScenes } from './promptScenes.ts';
import { scenes, type Scene } from './scenes.ts';
import { slideScenes } from './slideScenes.ts';
import { sourceScenes } from './sourceScenes.ts';
import { taskScenes } from './taskScenes.ts';
import { workspaceScenes } from './workspaceScenes.ts';

/**
 * The scenes of the tab in groups of similar size; each group has an accessibility test. A scene with `leavesTraces` is the
 * last of its group, because each scene after it would need a new visit.
 */
export const chatScenes: Record<string, Scene> = { ...answerScenes, ...exportScenes, ...scenes };
export const paneScenes: Record<string, Scene> = {
  ...historyScenes,
  ...knowledgeScenes,
  ...slideScenes,
  ...sourceScenes,
  ...taskScenes,
  ...workspaceScenes,
  ...promptScenes,
};

/**
 * Every screen, menu and dialog, including error states. Axe checks those of adminScenes in
 * `tests/journeys/admin.test.ts`, and those of habitScenes in `tests/journeys/habits.test.ts`.
 */
export const allScenes: Record<string, Scene> = {
  ...chatScenes,
  ...habitScenes,
  ...botScenes,
  ...paneScenes,
  ...adminScenes,
};

/**
 * Names of the scenes that lead to a scene, in their order. Each continues the one before, and the last is the scene
 * itself.
 */
export function getPath(name: string): string[] {
  const { after } = getScene(name);
  return after === undefined ? [name] : [...getPath(after), name];
}

export function getScene(name: string): Scene {
  const scene = allScenes[name];
  if (!scene) throw new Error(`There is no scene ${name}.`);
  return scene;
}
