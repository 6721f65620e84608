import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sampleCitation } from '#tab/testing/samples.ts';
import { CitationMark } from './CitationMark.tsx';
import { CitationsProvider } from './CitationsContext.ts';
import { openCitation } from './openCitation.ts';

jest.mock('./openCitation.ts', () => ({ openCitation: jest.fn() }));

const citation = sampleCitation();

function showMark(standing = citation.standing): HTMLElement {
  render(
    <FluentProvider theme={webLightTheme}>
      <main data-pane="conversation">
        <CitationsProvider value={[{ ...citation, standing }]}>
          <CitationMark number={1} />
        </CitationsProvider>
      </main>
    </FluentProvider>,
  );
  return screen.getByRole('button', { name: /^Source 1/ });
}

const getCard = () => screen.queryByText(citation.quote);
const point = (mark: HTMLElement) => act(async () => void fireEvent.mouseEnter(mark));

it('shows its card on hover', async () => {
  await point(showMark());
  await waitFor(() => expect(getCard()).toBeInTheDocument());
});

it('closes its card on a click, and keeps it closed while the cited passage is open', async () => {
  const mark = showMark();
  await point(mark);
  await act(async () => void fireEvent.click(mark));
  expect(openCitation).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(getCard()).toBeNull());
  // Opening the file makes the conversation narrower, which can move the mark under the pointer. The card stays closed.
  await point(mark);
  expect(getCard()).toBeNull();
  await act(async () => void fireEvent.mouseLeave(mark));
  await point(mark);
  await waitFor(() => expect(getCard()).toBeInTheDocument());
});

it('shows its card on a click if the source cannot be opened', async () => {
  const mark = showMark('denied');
  await act(async () => void fireEvent.click(mark));
  await waitFor(() => expect(getCard()).toBeInTheDocument());
});
