import { createEditor, Editor, Transforms } from 'slate';
import { documentOf } from './document.ts';
import { insertMention, mentionQuery, pickerList, withMentions } from './mentions.ts';
import { toOutput } from './output.ts';

function editorWith(text: string): Editor {
  const editor = withMentions(createEditor());
  editor.children = documentOf(text);
  Transforms.select(editor, Editor.end(editor, []));
  return editor;
}

const finance = { group_name: 'Finance', group_description: 'Budgets', section: 'Knowledge Search', site_link: null };
const mail = { group_name: 'My mail', group_description: 'Your mail', section: 'Connected Data', site_link: null };
const web = { group_name: 'Web', group_description: 'The web', section: 'AVA-provided', site_link: null };

describe('mentions as things in the text', () => {
  it('an @ at the beginning of a line or after a space asks for groups', () => {
    expect(mentionQuery(editorWith('@fin'))?.text).toBe('fin');
    expect(mentionQuery(editorWith('hello\nand @'))?.text).toBe('');
    expect(mentionQuery(editorWith('ada@northwind'))).toBeNull();
    expect(mentionQuery(editorWith('@[Finance] x'))).toBeNull();
  });

  it('a chosen group takes the place of what was typed, with a space after it', () => {
    const editor = editorWith('ask @fin');
    insertMention(editor, 'Finance', mentionQuery(editor)!.range);
    editor.insertText('about May');
    expect(toOutput(editor.children, ['Finance']).text).toBe('ask [Finance] about May');
  });

  it('Backspace removes a mention whole', () => {
    const editor = editorWith('ask @fin');
    insertMention(editor, 'Finance', mentionQuery(editor)!.range);
    Editor.deleteBackward(editor);
    Editor.deleteBackward(editor);
    expect(toOutput(editor.children, ['Finance'])).toEqual({ text: 'ask', mentions: [] });
  });

  it('the picker has its sections in their order and leaves empty ones out', () => {
    const all = pickerList([finance, mail, web], '');
    expect(all.map((part) => part.section)).toEqual(['AVA-provided', 'Connected Data', 'Knowledge Search']);
    expect(pickerList([finance, mail, web], 'FIN').map((part) => part.section)).toEqual(['Knowledge Search']);
    expect(pickerList([], '')).toEqual([]);
  });
});
