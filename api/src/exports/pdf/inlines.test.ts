import type { PhrasingContent } from 'mdast';
import type { PdfContext } from './context.ts';
import { toInlines } from './inlines.ts';

const link = (url: string): PhrasingContent => ({ type: 'link', url, children: [{ type: 'text', value: 'the plan' }] });

it.each<[string, PhrasingContent, unknown]>([
  ['a link is underlined', link('https://northwind.example/plan'), ['underline']],
  [
    'a struck link is underlined and struck',
    { type: 'delete', children: [link('https://northwind.example/plan')] },
    ['lineThrough', 'underline'],
  ],
  ['a link that is not safe is only struck', { type: 'delete', children: [link('javascript:go()')] }, ['lineThrough']],
])('%s', (_, node, decoration) => {
  // An empty context, because texts and links need nothing from the document around them.
  const inlines = toInlines([node], {} as PdfContext, { width: 400, size: 10 } as never);
  expect(inlines).toEqual([expect.objectContaining({ text: 'the plan', decoration })]);
});
