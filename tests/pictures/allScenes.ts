import { botScenes } from './botScenes.ts';
import { exportScenes } from './exportScenes.ts';
import { historyScenes } from './historyScenes.ts';
import { knowledgeScenes } from './knowledgeScenes.ts';
import { scenes, type Scene } from './scenes.ts';
import { sourceScenes } from './sourceScenes.ts';
import { taskScenes } from './taskScenes.ts';
import { workspaceScenes } from './workspaceScenes.ts';

export const allScenes: Record<string, Scene> = {
  ...scenes,
  ...botScenes,
  ...exportScenes,
  ...historyScenes,
  ...knowledgeScenes,
  ...sourceScenes,
  ...taskScenes,
  ...workspaceScenes,
};
