import { isDrawable } from './diagram.rules.ts';

it.each([
  'flowchart LR\n  A --> B',
  'graph TD; A-->B',
  '%% a comment\n\nsequenceDiagram\n  Ada->>Ben: Hello',
  '---\ntitle: Plan\n---\ngantt\n  tickInterval 1week\n  section A\n  task :a1, 2026-01-01, 30d',
  '%%{init: {"theme": "dark"}}%%\nstateDiagram-v2\n  [*] --> Open',
  'xychart-beta\n  x-axis [a, b]',
])('draws %j', (text) => {
  expect(isDrawable(text)).toBe(true);
});

/** @proves threat:diagrams */
it.each([
  ['an unknown kind', 'nonsense\n  A --> B'],
  ['nothing', ''],
  ['only a title block', '---\ntitle: Plan\n---'],
  ['as many elements as a number says', 'block-beta\n  columns 3\n  space:100000000'],
  ['a packet of any length', 'packet-beta\n0-99999999: "x"'],
  ['a tick for each millisecond', 'gantt\n  tickInterval 1millisecond\n  task :a1, 1000-01-01, 9999d'],
  ['a thousand nodes', `flowchart LR\n${'a\n'.repeat(1_000)}`],
  ['a long label', `flowchart LR\n  A["${'x'.repeat(2_000)}"]`],
])('shows the source of a diagram with %s', (_, text) => {
  expect(isDrawable(text)).toBe(false);
});
