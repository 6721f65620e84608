import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallResult, CallState, FunctionCall } from '#contract/runs/functionCalls.ts';
import { openSource } from '#tab/features/chat/citations/openCitation.ts';
import { FunctionCalls } from './FunctionCalls.tsx';

jest.mock('#tab/features/chat/citations/openCitation.ts', () => ({ openSource: jest.fn() }));

const makeResult = (changes: Partial<CallResult> = {}): CallResult => ({
  fileid: 'https://graph.example/v1.0/drives/d/items/1',
  filename: 'Travel policy.pdf',
  pagenumber: 3,
  location: 'page 3',
  datatype: 'PDF',
  link: 'https://northwind.example/Travel%20policy.pdf',
  lastModified: null,
  site: null,
  opens: 'graphFile',
  excerpt: 'A hotel may cost 140 euros…',
  ...changes,
});
const ben = makeResult({ filename: 'Ben Okafor', location: '', datatype: 'PERSON', link: null, opens: 'nothing' });

function makeCall(state: CallState, changes: Partial<FunctionCall> = {}): FunctionCall {
  return { id: 'call_1', title: 'Find files', asked: 'travel policy', state, ...changes };
}

function show(...calls: FunctionCall[]) {
  const draw = (shown: FunctionCall[]) => (
    <FluentProvider theme={webLightTheme}>
      <FunctionCalls calls={shown} />
    </FluentProvider>
  );
  const { rerender } = render(draw(calls));
  return { update: (...changed: FunctionCall[]) => rerender(draw(changed)) };
}

const getRow = () => within(screen.getByRole('list', { name: 'What AVA looked up' })).getByRole('listitem');

it('shows nothing for an answer without calls', () => {
  show();
  expect(screen.queryByRole('list')).toBeNull();
});

it('shows a running call with nothing to open, and its results when it is done', () => {
  const { update } = show(makeCall({ name: 'running' }));
  expect(getRow()).toHaveTextContent(/Find files.*travel policy.*Looking\.\.\./);
  expect(screen.queryByRole('button')).toBeNull();
  update(makeCall({ name: 'done', found: 1, results: [makeResult()] }));
  expect(screen.getByRole('button', { name: 'Find files travel policy 1 result' })).toBeInTheDocument();
});

it('has nothing to open if nothing was found', () => {
  show(makeCall({ name: 'done', found: 0, results: [] }));
  expect(getRow()).toHaveTextContent(/Nothing found/);
  expect(screen.queryByRole('button')).toBeNull();
});

it('opens and closes results by keyboard, and a result at its passage', async () => {
  show(makeCall({ name: 'done', found: 12, results: [makeResult(), ben] }));
  await userEvent.tab();
  const head = screen.getByRole('button', { name: 'Find files travel policy 12 results', expanded: false });
  expect(head).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(head).toHaveAttribute('aria-expanded', 'true');
  const results = screen.getByRole('list', { name: 'Results' });
  expect(document.getElementById(head.getAttribute('aria-controls') ?? '')).toContainElement(results);
  expect(within(results).getByText('page 3')).toBeInTheDocument();
  expect(within(results).getByText('AVA read 10 more.')).toBeInTheDocument();
  // A person is no file, so there is nothing to open.
  expect(within(results).getByText('Ben Okafor').closest('button')).toBeNull();
  await userEvent.click(within(results).getByRole('button', { name: 'Open Travel policy.pdf' }));
  expect(openSource).toHaveBeenCalledWith(expect.objectContaining({ quote: 'A hotel may cost 140 euros' }));
  head.focus();
  await userEvent.keyboard(' ');
  expect(screen.queryByRole('list', { name: 'Results' })).toBeNull();
});

it('repeats a long request completely in an open row', async () => {
  const asked = 'building: Mill, seats: 14, from: Monday, to: Wednesday';
  show(makeCall({ name: 'done', found: 1, results: [makeResult()] }, { asked }));
  expect(screen.getAllByText(asked)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: /^Find files/ }));
  expect(screen.getAllByText(asked)).toHaveLength(2);
});

it.each<[CallState, string, string]>([
  [{ name: 'failed', reason: 'This took too long.' }, 'Failed', 'This took too long.'],
  [{ name: 'failed', reason: 'Stopped with the answer.' }, 'Stopped', 'Stopped with the answer.'],
  [{ name: 'hidden' }, 'Not shared', 'The results are not part of a shared copy.'],
])('explains a call that is %j', async (state, outcome, detail) => {
  show(makeCall(state, { title: 'Search mail', asked: '' }));
  await userEvent.click(screen.getByRole('button', { name: `Search mail ${outcome}` }));
  expect(screen.getByText(detail)).toBeInTheDocument();
});

it('shows a row that is cut off as text, because it is no table', async () => {
  const excerpt = `| ${'Department | '.repeat(30)}…`;
  show(makeCall({ name: 'done', found: 1, results: [makeResult({ excerpt })] }));
  await userEvent.click(screen.getByRole('button', { name: /^Find files/ }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Results' })).getByText(/Department \| Department/)).toBeVisible();
});
