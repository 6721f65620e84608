import { joinNotes, mergeContent } from './merge.rules.ts';

const result = (messageId: string) => ({ messageId, content: messageId });
const content = (notes: string, ...ids: string[]) => ({ notes, results: ids.map(result) });

it('takes notes from the device that changed them', () => {
  const base = content('Oslo');
  expect(mergeContent(base, content('Oslo'), content('Rome'))).toEqual({
    content: content('Rome'),
    isNotesConflict: false,
  });
  expect(mergeContent(base, content('Rome'), content('Oslo'))).toEqual({
    content: content('Rome'),
    isNotesConflict: false,
  });
  expect(mergeContent(base, content('Rome'), content('Rome')).isNotesConflict).toBe(false);
});

it('leaves the choice to the person when both devices changed the notes', () => {
  expect(mergeContent(content('Oslo'), content('Rome'), content('Paris'))).toEqual({
    content: content('Rome'),
    isNotesConflict: true,
  });
});

it('keeps results that either device added, and leaves out those that either removed', () => {
  const merged = mergeContent(content('', 'a', 'b', 'c'), content('', 'a', 'b', 'mine'), content('', 'b', 'c', 'new'));
  expect(merged.content).toEqual(content('', 'b', 'new', 'mine'));
});

it('joins both versions without losing one', () => {
  expect(joinNotes('Paris\n', 'Rome')).toBe('Paris\n\nRome');
  expect(joinNotes('', 'Rome')).toBe('Rome');
  expect(joinNotes('Paris', '')).toBe('Paris');
});
