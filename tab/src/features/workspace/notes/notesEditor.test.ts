import { Editor, Transforms } from 'slate';
import {
  createNotesEditor,
  indentItem,
  replaceNotes,
  setLink,
  toggleBlock,
  toggleMark,
  toLinkAddress,
} from './notesEditor.ts';
import { toBlocks } from './notesDocument.ts';
import { parseNotes, writeNotesText } from './notesText.ts';

function edit(text: string, act: (editor: ReturnType<typeof createNotesEditor>) => void): string {
  const editor = createNotesEditor();
  editor.children = parseNotes(text);
  Transforms.select(editor, Editor.end(editor, []));
  act(editor);
  return writeNotesText(toBlocks(editor.children));
}

it('turns a line into a heading or a list and back', () => {
  expect(edit('Trip', (editor) => toggleBlock(editor, 'heading2'))).toBe('## Trip');
  expect(edit('## Trip', (editor) => toggleBlock(editor, 'bullets'))).toBe('- Trip');
  expect(edit('- Trip', (editor) => toggleBlock(editor, 'numbers'))).toBe('1. Trip');
  expect(edit('- Trip', (editor) => toggleBlock(editor, 'bullets'))).toBe('Trip');
});

it('continues a list with Enter and ends it with Enter on an empty item', () => {
  const write = (editor: Editor) => {
    editor.insertBreak();
    editor.insertText('Rome');
  };
  expect(edit('- Oslo', write)).toBe('- Oslo\n- Rome');
  expect(
    edit('- Oslo', (editor) => {
      editor.insertBreak();
      write(editor);
    }),
  ).toBe('- Oslo\n\nRome'.replace('\n\n', '\n'));
  expect(edit('# Trip', write)).toBe('# Trip\nRome');
});

it('nests an item at most one deeper than the one above it, and back with Enter and Backspace', () => {
  const nest = (editor: Editor) => expect([indentItem(editor, 1), indentItem(editor, 1)]).toEqual([true, false]);
  expect(edit('- Oslo\n- Harbor', nest)).toBe('- Oslo\n   - Harbor');
  expect(edit('- Oslo', (editor) => expect(indentItem(editor, 1)).toBe(false))).toBe('- Oslo');
  const end = (editor: Editor) => {
    nest(editor);
    editor.insertBreak();
    editor.insertBreak();
    editor.insertText('Rome');
  };
  expect(edit('- Oslo\n- Harbor', end)).toBe('- Oslo\n   - Harbor\n- Rome');
  const back = (editor: Editor) => {
    Transforms.select(editor, Editor.start(editor, [0, 1]));
    editor.deleteBackward('character');
  };
  expect(edit('- Oslo\n   - Harbor', back)).toBe('- Oslo\n- Harbor');
});

it('keeps the caret when another device has changed the notes', () => {
  const editor = createNotesEditor();
  replaceNotes(editor, parseNotes('Oslo\nRome'));
  Transforms.select(editor, { path: [1, 0], offset: 4 });
  replaceNotes(editor, parseNotes('Oslo\nIs'));
  expect(editor.selection?.focus).toEqual({ path: [1, 0], offset: 2 });
  replaceNotes(editor, parseNotes('Oslo'));
  expect(editor.selection).toBeNull();
});

it('removes the format of a block when Backspace is pressed at the start of the block', () => {
  const editor = createNotesEditor();
  editor.children = parseNotes('- Oslo');
  Transforms.select(editor, Editor.start(editor, []));
  editor.deleteBackward('character');
  expect(writeNotesText(toBlocks(editor.children))).toBe('Oslo');
});

it('formats and links the selected text', () => {
  const selectAll = (editor: Editor) => Transforms.select(editor, Editor.range(editor, []));
  const bold = edit('Oslo', (editor) => {
    selectAll(editor);
    toggleMark(editor, 'bold');
  });
  expect(bold).toBe('**Oslo**');
  const linked = edit('Oslo', (editor) => {
    selectAll(editor);
    setLink(editor, 'https://oslo.example/');
  });
  expect(linked).toBe('[Oslo](https://oslo.example/)');
  expect(edit('', (editor) => setLink(editor, 'https://oslo.example/'))).toBe(
    '[https://oslo.example/](https://oslo.example/)',
  );
});

it('links addresses of the web and of e-mail only', () => {
  expect(toLinkAddress(' oslo.example/a ')).toBe('https://oslo.example/a');
  expect(toLinkAddress('mailto:ada@northwind.example')).toBe('mailto:ada@northwind.example');
  for (const typed of ['javascript:alert(1)', 'data:text/html,x', '', 'oslo', 'https://'])
    expect(toLinkAddress(typed)).toBeNull();
});
