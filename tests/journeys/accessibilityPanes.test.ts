import { testAccessibility } from '#tests/harness/browser/accessibilityWalk.ts';
import { paneScenes } from '#tests/pictures/allScenes.ts';

testAccessibility({
  'the history, search, tasks and the workspace in a wide window': {
    scenes: Object.keys(paneScenes),
    furtherThemes: ['dark', 'contrast'],
    device: { viewport: { width: 1280, height: 720 } },
  },
  'the screens of a small phone': {
    // The scenes that look different on a phone: drawers, full-screen dialogs, menus and lines that wrap.
    scenes: [
      'empty',
      'files',
      'rich',
      'viewer',
      'history',
      'share',
      'selection',
      'searchChosen',
      'filesDialog',
      'taskNew',
      'taskStates',
    ],
    // Colors do not depend on the width.
    furtherThemes: [],
    device: { viewport: { width: 320, height: 560 }, hasTouch: true },
  },
});
