import { focusNextPane, findNextPane } from './paneFocus.ts';

it('cycles through the visible panes in both directions', () => {
  const visiblePanes = ['header', 'conversation', 'workspace'] as const;
  expect(findNextPane('header', visiblePanes, 1)).toBe('conversation');
  expect(findNextPane('workspace', visiblePanes, 1)).toBe('header');
  expect(findNextPane('header', visiblePanes, -1)).toBe('workspace');
  expect(findNextPane(null, visiblePanes, 1)).toBe('header');
  expect(findNextPane('history', visiblePanes, -1)).toBe('workspace');
  expect(findNextPane('header', [], 1)).toBeNull();
});

it('focuses the marked element of a pane, else its first focusable one', () => {
  document.body.innerHTML = `
    <header data-pane="header"><button>Help</button></header>
    <main data-pane="conversation" tabindex="-1"><button>Copy</button><textarea data-pane-focus></textarea></main>`;
  focusNextPane(1);
  expect(document.activeElement).toBe(document.querySelector('header button'));
  focusNextPane(1);
  expect(document.activeElement).toBe(document.querySelector('textarea'));
  focusNextPane(1);
  expect(document.activeElement).toBe(document.querySelector('header button'));
});
