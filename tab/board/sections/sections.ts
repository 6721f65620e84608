import type { Drawing } from '#board/example.ts';
import { adminDrawings, adminSectionDrawings } from './admin.tsx';
import { answerDrawings } from './answers.tsx';
import { dialogDrawings } from './dialogs.tsx';
import { fileDrawings } from './files.tsx';
import { knowledgeDrawings } from './knowledge.tsx';
import { promptDialogDrawings, promptDrawings } from './prompts.tsx';
import { settingDrawings } from './settings.tsx';
import { shellDrawings } from './shell.tsx';
import { taskDrawings } from './tasks.tsx';
import { controlDrawings } from './ui.tsx';

/** The sections of the board by the name in its address. */
export const sections: Readonly<Record<string, readonly Drawing[]>> = {
  ui: controlDrawings,
  dialogs: dialogDrawings,
  shell: shellDrawings,
  answers: answerDrawings,
  files: fileDrawings,
  knowledge: knowledgeDrawings,
  tasks: taskDrawings,
  settings: settingDrawings,
  prompts: promptDrawings,
  promptDialogs: promptDialogDrawings,
  admin: adminDrawings,
  adminSections: adminSectionDrawings,
};
