import { testAccessibility } from '../harness/browser/accessibilityWalk.ts';
import { allScenes } from '../pictures/allScenes.ts';

/** Screens that a phone lays out in its own way: drawers, full-screen dialogs, menus and lines that wrap. */
const names = [
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
];
const scenes = Object.fromEntries(Object.entries(allScenes).filter(([name]) => names.includes(name)));

it('the screens of a phone exist', () => {
  expect(Object.keys(scenes).toSorted()).toEqual(names.toSorted());
});

testAccessibility('the screens of a small phone', {
  scenes,
  // Colors do not depend on the width.
  themes: ['default'],
  device: { viewport: { width: 320, height: 560 }, hasTouch: true },
});
