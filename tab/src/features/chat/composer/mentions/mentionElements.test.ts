import { createEditor, Editor, Transforms } from 'slate';
import { toDocument } from '#tab/features/chat/composer/editor/document.ts';
import { insertMention, findPickerQuery, withMentions } from './mentionElements.ts';
import { getGroupParts } from './pickerChoices.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';

function editorWith(text: string): Editor {
  const editor = withMentions(createEditor());
  editor.children = toDocument(text);
  Transforms.select(editor, Editor.end(editor, []));
  return editor;
}

const findQuery = (text: string) => findPickerQuery(editorWith(text), ['@', '/']);

const finance = { group_name: 'Finance', group_description: 'Budgets', section: 'Knowledge Search', site_link: null };
const mail = { group_name: 'My mail', group_description: 'Your mail', section: 'Connected Data', site_link: null };
const web = { group_name: 'Web', group_description: 'The web', section: 'AVA-provided', site_link: null };

describe('an editor with mentions', () => {
  it('finds an @ at the start of a line or after a space', () => {
    expect(findQuery('@fin')).toMatchObject({ trigger: '@', text: 'fin' });
    expect(findQuery('hello\nand @')?.text).toBe('');
    expect(findQuery('ada@northwind')).toBeNull();
    expect(findQuery('@[Finance] x')).toBeNull();
  });

  it('finds a slash at the start of a word', () => {
    expect(findQuery('/board min')).toMatchObject({ trigger: '/', text: 'board min' });
    expect(findQuery('use /')).toMatchObject({ trigger: '/', text: '' });
  });

  it.each(['and/or', 'https://northwind.example/a', '/etc/hosts', 'in /usr/local', '2 / 3', 'C:/Reports', '//'])(
    'finds no slash in %s',
    (text) => expect(findQuery(text)).toBeNull(),
  );

  it('looks only for what can be listed', () => {
    expect(findPickerQuery(editorWith('@fin'), ['/'])).toBeNull();
    expect(findPickerQuery(editorWith('/fin'), ['@'])).toBeNull();
  });

  it('replaces the typed text with the group and a space', () => {
    const editor = editorWith('ask @fin');
    insertMention(editor, 'Finance', findPickerQuery(editor, ['@'])!.range);
    editor.insertText('about May');
    expect(toOutput(editor.children, ['Finance']).text).toBe('ask [Finance] about May');
  });

  it('removes a whole mention with Backspace', () => {
    const editor = editorWith('ask @fin');
    insertMention(editor, 'Finance', findPickerQuery(editor, ['@'])!.range);
    Editor.deleteBackward(editor);
    Editor.deleteBackward(editor);
    expect(toOutput(editor.children, ['Finance'])).toEqual({ text: 'ask', mentions: [] });
  });

  /** @shows AVA-provided */
  /** @shows Connected Data */
  it('lists the sections in order, without empty sections', () => {
    const all = getGroupParts([finance, mail, web], '');
    expect(all.map((part) => part.section)).toEqual(['AVA-provided', 'Connected Data', 'Knowledge Search']);
    expect(getGroupParts([finance, mail, web], 'FIN').map((part) => part.section)).toEqual(['Knowledge Search']);
    expect(getGroupParts([], '')).toEqual([]);
  });
});
