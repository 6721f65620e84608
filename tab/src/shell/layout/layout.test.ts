import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { ada } from '#tab/testing/samples.ts';
import { findArea, getEnabledAreas } from '#tab/shell/areas.tsx';
import { sampleOrganization } from '#tab/testing/samples.ts';
import {
  closeWorkspace,
  openWorkspace,
  restoreLayout,
  setHistoryOpen,
  setLayoutWidth,
  setWorkspacePx,
  widenWorkspace,
} from './layout.actions.ts';
import { layout } from './layout.state.ts';
import { fitWorkspaceWidth, getWidthAfterKey } from './workspaceWidth.rules.ts';
import { toLayoutWidth } from './useLayoutWidth.ts';

beforeEach(() => {
  localStorage.clear();
  setStorageOwner(ada);
  setLayoutWidth('wide');
  setHistoryOpen(true);
  closeWorkspace();
});

it.each([
  [320, 'phone'],
  [679, 'phone'],
  [680, 'medium'],
  [1_023, 'medium'],
  [1_024, 'wide'],
] as const)('a window of %d px is %s', (px, width) => {
  expect(toLayoutWidth(px)).toBe(width);
});

it('closes the panes in a narrow window and restores them in a wide one', () => {
  openWorkspace('Notes');
  setLayoutWidth('medium');
  expect(layout).toMatchObject({ historyOpen: false, workspaceOpen: false });
  setHistoryOpen(true);
  setLayoutWidth('wide');
  expect(layout).toMatchObject({ historyOpen: true, workspaceOpen: true, workspaceTab: 'Notes' });
});

it("restores Ada's last layout, but no open drawer", () => {
  setHistoryOpen(false);
  openWorkspace('Results');
  setLayoutWidth('phone');
  openWorkspace('Notes');
  setLayoutWidth('wide');
  Object.assign(layout, { historyOpen: true, workspaceOpen: false, workspaceTab: 'Search' });

  restoreLayout();

  expect(layout).toMatchObject({ historyOpen: false, workspaceOpen: true, workspaceTab: 'Notes' });
});

it('widens the workspace so that a page can be read in it, unless the person has chosen a width', () => {
  window.innerWidth = 1_440;
  widenWorkspace();
  expect(layout.workspacePx).toBe(560);
  setWorkspacePx(420);
  widenWorkspace();
  expect(layout.workspacePx).toBe(420);
});

it('keeps the minimum widths of workspace and conversation', () => {
  expect(fitWorkspaceWidth(100, 1_280)).toBe(300);
  expect(fitWorkspaceWidth(2_000, 1_280)).toBe(880);
  expect(fitWorkspaceWidth(2_000, 500)).toBe(300);
  expect(fitWorkspaceWidth(412.6, 1_280)).toBe(413);
});

it('moves the separator with the arrow keys, and further with Shift', () => {
  expect(getWidthAfterKey('ArrowLeft', 380, false)).toBe(396);
  expect(getWidthAfterKey('ArrowRight', 380, true)).toBe(316);
  expect(getWidthAfterKey('End', 380, false)).toBe(300);
  expect(getWidthAfterKey('a', 380, false)).toBeNull();
});

it('returns the areas that the organization has enabled', () => {
  const features = { ...sampleOrganization().features, tasks: false };
  expect(getEnabledAreas(sampleOrganization({ features })).map(({ label }) => label)).toEqual([
    'Chat',
    'Knowledge Search',
  ]);
  expect(findArea('/knowledgeSearch').name).toBe('knowledgeSearch');
  expect(findArea('/chat').name).toBe('chat');
});
