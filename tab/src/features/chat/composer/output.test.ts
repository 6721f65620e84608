import { toOutput } from './output.ts';
import { toDocument, type MentionElement, type ParagraphElement } from './editor/document.ts';

const groups = ['Finance', 'Finance Board', 'Help'];

function mention(name: string): MentionElement {
  return { type: 'mention', name, children: [{ text: '' }] };
}

function line(...children: ParagraphElement['children']): ParagraphElement {
  return { type: 'paragraph', children };
}

describe('what a draft says', () => {
  it("keeps Ada's lines apart and drops the space around them", () => {
    expect(toOutput(toDocument('  What did we\n\nspend in May?  \n'))).toEqual({
      text: 'What did we\n\nspend in May?',
      mentions: [],
    });
  });

  it('writes a mention in brackets wherever it stands', () => {
    const document = [line({ text: 'ask ' }, mention('Finance'), { text: ' and ' }, mention('Help'), { text: '' })];
    expect(toOutput(document, groups)).toEqual({ text: 'ask [Finance] and [Help]', mentions: ['Finance', 'Help'] });
  });

  it('names a group once, however often it is mentioned', () => {
    const document = [line(mention('Help'), { text: ' ' }, mention('Help'))];
    expect(toOutput(document, groups).mentions).toEqual(['Help']);
  });

  it('turns a leading @name that Ben typed by hand into a bracketed mention, the longest name first', () => {
    expect(toOutput(toDocument('@finance board what was decided?'), groups)).toEqual({
      text: '[Finance Board] what was decided?',
      mentions: ['Finance Board'],
    });
  });

  it('leaves an @ that names no group as it was typed, for the sentence that answers it', () => {
    expect(toOutput(toDocument('@marketing hello'), groups)).toEqual({ text: '@marketing hello', mentions: [] });
  });

  it('leaves an address in the middle of a text alone', () => {
    expect(toOutput(toDocument('write to ada@northwind.example'), groups).text).toBe('write to ada@northwind.example');
  });
});
