import { toOutput } from './output.ts';
import { toDocument, type MentionElement, type ParagraphElement } from './editor/document.ts';

const groups = ['Finance', 'Finance Board', 'Help'];

function mention(name: string): MentionElement {
  return { type: 'mention', name, children: [{ text: '' }] };
}

function line(...children: ParagraphElement['children']): ParagraphElement {
  return { type: 'paragraph', children };
}

describe('the output of a draft', () => {
  it("keeps Ada's line breaks and trims the text", () => {
    expect(toOutput(toDocument('  What did we\n\nspend in May?  \n'))).toEqual({
      text: 'What did we\n\nspend in May?',
      mentions: [],
    });
  });

  it('writes every mention in brackets', () => {
    const document = [line({ text: 'ask ' }, mention('Finance'), { text: ' and ' }, mention('Help'), { text: '' })];
    expect(toOutput(document, groups)).toEqual({ text: 'ask [Finance] and [Help]', mentions: ['Finance', 'Help'] });
  });

  it('lists a repeated mention once', () => {
    const document = [line(mention('Help'), { text: ' ' }, mention('Help'))];
    expect(toOutput(document, groups).mentions).toEqual(['Help']);
  });

  it('turns a leading @name that Ben typed by hand into a bracketed mention, the longest name first', () => {
    expect(toOutput(toDocument('@finance board what was decided?'), groups)).toEqual({
      text: '[Finance Board] what was decided?',
      mentions: ['Finance Board'],
    });
  });

  it('leaves an @ without a group unchanged', () => {
    expect(toOutput(toDocument('@marketing hello'), groups)).toEqual({ text: '@marketing hello', mentions: [] });
  });

  it('leaves an email address unchanged', () => {
    expect(toOutput(toDocument('write to ada@northwind.example'), groups).text).toBe('write to ada@northwind.example');
  });
});
