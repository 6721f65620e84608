import { toDocument, emptyDocument, isEmptyDocument, StoredDocument, appendText } from './document.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';

describe('a draft document', () => {
  it('is empty until it has a space, text or a mention', () => {
    expect(isEmptyDocument(emptyDocument())).toBe(true);
    expect(isEmptyDocument(toDocument(' '))).toBe(false);
    expect(
      isEmptyDocument([{ type: 'paragraph', children: [{ type: 'mention', name: 'Help', children: [{ text: '' }] }] }]),
    ).toBe(false);
  });

  it('is replaced by a sample prompt if it is empty; otherwise the prompt is appended', () => {
    expect(toOutput(appendText(emptyDocument(), 'Plan my week')).text).toBe('Plan my week');
    expect(toOutput(appendText(toDocument('Hello'), 'Plan my week')).text).toBe('Hello\nPlan my week');
  });

  it('is not read from stored data of another shape', () => {
    expect(StoredDocument.safeParse(toDocument('a\nb')).success).toBe(true);
    expect(StoredDocument.safeParse([]).success).toBe(false);
    expect(StoredDocument.safeParse([{ type: 'image', children: [{ text: '' }] }]).success).toBe(false);
  });
});
