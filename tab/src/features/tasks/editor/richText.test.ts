import { toPromptText } from '#contract/tasks/taskText.ts';
import { appendRichText, fromEditorDocument, toEditorDocument } from './richText.ts';

const list = JSON.stringify([
  { type: 'paragraph', children: [{ text: 'Compare ' }, { text: 'both', bold: true }] },
  { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'price' }] }] },
]);

it('reads what it wrote', () => {
  expect(fromEditorDocument(toEditorDocument(list))).toBe(list);
});

it('reads plain text and unknown documents as lines', () => {
  expect(toEditorDocument('one\ntwo')).toHaveLength(2);
  const unknown = JSON.stringify([{ type: 'heading', children: [{ text: 'Title' }] }]);
  expect(toEditorDocument(unknown)).toEqual([{ type: 'paragraph', children: [{ text: 'Title' }] }]);
});

it('writes an empty document as an empty text', () => {
  expect(fromEditorDocument(toEditorDocument(''))).toBe('');
});

it('puts one text below another', () => {
  expect(toPromptText(appendRichText('first', list)).text).toBe('first\nCompare both\n- price');
  expect(appendRichText('', 'second')).toBe('second');
});
