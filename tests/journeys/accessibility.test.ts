import { testAccessibility } from '../harness/browser/accessibilityWalk.ts';
import { chatScenes } from '../pictures/allScenes.ts';

testAccessibility({
  'every screen of the chat in a wide window': {
    scenes: Object.keys(chatScenes),
    themes: ['default', 'contrast', 'dark'],
    device: { viewport: { width: 1280, height: 720 } },
  },
});
