import type { Citation } from '#contract/runs/answerEvents.ts';
import { createContinuationMessages, joinTexts, removeCitations, renumberCitations } from './priorText.ts';
import { toPassages } from './passages.ts';

const [first, second] = toPassages([
  {
    fileId: 'f1',
    fileName: 'Budget.pdf',
    fileType: 'PDF',
    extraction: {
      type: 'PDF',
      parts: [
        { location: { kind: 'page', page: 1 }, text: 'Travel costs forty thousand.' },
        { location: { kind: 'page', page: 2 }, text: 'Rent costs nine thousand.' },
      ],
      pages: 2,
      usedOcr: false,
    },
  },
]);

const cite = (number: number, location: string) => ({ number, fileid: 'f1', location, quote: '' }) as Citation;

it('gives the model the passage numbers of this prompt, and removes markers of passages that are not in it', () => {
  const prior = {
    content: 'Rent [1], travel [2], tea [3], a list [7].',
    links: [cite(1, 'page 2'), cite(2, 'page 1'), cite(3, 'page 9')],
  };
  const [answer, request] = createContinuationMessages(prior, [first!, second!]);
  expect(answer).toEqual({ role: 'assistant', content: 'Rent [2], travel [1], tea, a list.' });
  expect(request?.role).toBe('user');
});

it('leaves brackets in code as they are, because they are no citations', () => {
  const content = 'Rent [1] is `costs[1]`:\n\n```js\n// 🙂\nlet rent = costs[1];\n```\n\nTea [2].';
  const links = [cite(1, 'page 2'), cite(2, 'page 9')];
  const code = '`costs[1]`:\n\n```js\n// 🙂\nlet rent = costs[1];\n```\n\nTea.';
  expect(renumberCitations({ content, links }, [first!, second!])).toBe(`Rent [2] is ${code}`);
  expect(removeCitations({ content, links })).toBe(`Rent is ${code}`);
});

it.each([
  ['The budget', 'is three', ' is three'],
  ['It rose [1]', '2026 too', ' 2026 too'],
  ['It rose. ', 'Then', 'Then'],
  ['It rose', ', then', ', then'],
  ['It rose', ' then', ' then'],
])('joins %j and %j', (prior, next, joined) => {
  expect(joinTexts(prior, next)).toBe(joined);
});
