import { sampleCitation } from '#tab/testing/samples.ts';
import { formatPages, getLocationLabel, groupBySource } from './citations.rules.ts';

const citePage = (pagenumber: number | null, pagelabel?: string) =>
  sampleCitation({ pagenumber, ...(pagelabel === undefined ? {} : { pagelabel }) });

function formatPagesOf(...citations: ReturnType<typeof citePage>[]): string {
  const [source] = groupBySource(citations);
  return source ? formatPages(source) : '';
}

describe('the pages of a source', () => {
  it('are named as printed, in the order of the file, each once', () => {
    expect(formatPagesOf(citePage(9, '7'), citePage(4, 'iv'), citePage(12), citePage(4, 'iv'))).toBe('p. iv, 7, 12');
  });

  it('are not mentioned when the file has none', () => expect(formatPagesOf(citePage(null))).toBe(''));
});

it('names the printed page of a citation without a location', () => {
  expect(getLocationLabel({ location: '', pagenumber: 4, pagelabel: 'iv' })).toBe('page iv');
  expect(getLocationLabel({ location: '', pagenumber: 4 })).toBe('page 4');
});
