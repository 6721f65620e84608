import { movePane, nextPane } from './paneFocus.ts';

it('walks the panes that are shown, in both directions and around', () => {
  const shown = ['header', 'conversation', 'workspace'] as const;
  expect(nextPane('header', shown, 1)).toBe('conversation');
  expect(nextPane('workspace', shown, 1)).toBe('header');
  expect(nextPane('header', shown, -1)).toBe('workspace');
  expect(nextPane(null, shown, 1)).toBe('header');
  expect(nextPane('history', shown, -1)).toBe('workspace');
  expect(nextPane('header', [], 1)).toBeNull();
});

it('puts the focus where a pane says it belongs, else on the first thing that takes it', () => {
  document.body.innerHTML = `
    <header data-pane="header"><button>Help</button></header>
    <main data-pane="conversation" tabindex="-1"><button>Copy</button><textarea data-pane-focus></textarea></main>`;
  movePane(1);
  expect(document.activeElement).toBe(document.querySelector('header button'));
  movePane(1);
  expect(document.activeElement).toBe(document.querySelector('textarea'));
  movePane(1);
  expect(document.activeElement).toBe(document.querySelector('header button'));
});
