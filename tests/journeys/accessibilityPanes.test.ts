import { testAccessibility } from '../harness/browser/accessibilityWalk.ts';
import { paneScenes } from '../pictures/allScenes.ts';

testAccessibility('the history, search, tasks and the workspace in a wide window', {
  scenes: paneScenes,
  themes: ['default', 'dark', 'contrast'],
  device: { viewport: { width: 1280, height: 720 } },
});
