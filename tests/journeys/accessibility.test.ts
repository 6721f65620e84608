import { testAccessibility } from '#tests/harness/browser/accessibilityWalk.ts';
import { chatScenes } from '#tests/pictures/allScenes.ts';

testAccessibility({
  'every screen of the chat in a wide window': {
    scenes: Object.keys(chatScenes),
    furtherThemes: ['dark', 'contrast'],
    device: { viewport: { width: 1280, height: 720 } },
  },
});
