import { Editor, Transforms } from 'slate';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { createComposerEditor, insertPlainText } from './composerEditor.ts';
import { insertPrompt } from './insertPrompt.ts';

function openEditor(text = '') {
  const editor = createComposerEditor();
  editor.children = [{ type: 'paragraph', children: [{ text: '' }] }];
  Transforms.select(editor, Editor.end(editor, []));
  if (text !== '') insertPlainText(editor, text);
  return editor;
}

const getText = (editor: Editor) => toOutput(editor.children).text;
const groups = ['Finance', 'AVA Help'];

describe('inserting a prompt', () => {
  it('puts it at the cursor, with a space after a word and its lines as paragraphs', () => {
    const editor = openEditor('Dear AVA, thanks');
    Transforms.select(editor, { path: [0, 0], offset: 9 });
    insertPrompt(editor, 'name the risks\nand rank them', []);
    expect(getText(editor)).toBe('Dear AVA, name the risks\nand rank them thanks');
  });

  it('puts it at the end if the editor never had the focus', () => {
    const editor = openEditor('One');
    editor.selection = null;
    insertPrompt(editor, 'two', []);
    expect(getText(editor)).toBe('One two');
  });

  it('is one step of the undo history, apart from what is typed before and after', () => {
    const editor = openEditor('Please ');
    insertPrompt(editor, 'rank\nthe risks', []);
    editor.insertText('!');
    editor.undo();
    expect(getText(editor)).toBe('Please rank\nthe risks');
    editor.undo();
    expect(getText(editor)).toBe('Please');
    editor.redo();
    expect(getText(editor)).toBe('Please rank\nthe risks');
  });

  it('turns a group in brackets into a mention', () => {
    const editor = openEditor();
    insertPrompt(editor, '[finance] When are wages paid?', groups);
    expect(toOutput(editor.children)).toEqual({
      text: '[Finance] When are wages paid?',
      mentions: ['Finance'],
    });
    insertPrompt(editor, 'See [1] and [AVA Help]', groups);
    expect(toOutput(editor.children)).toEqual({
      text: '[Finance] When are wages paid? See [1] and [AVA Help]',
      mentions: ['Finance', 'AVA Help'],
    });
  });

  it('replaces the selection', () => {
    const editor = openEditor('old text');
    Transforms.select(editor, Editor.range(editor, []));
    insertPrompt(editor, 'new', []);
    expect(getText(editor)).toBe('new');
    editor.undo();
    expect(getText(editor)).toBe('old text');
  });
});
