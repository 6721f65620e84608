import { toOutput } from '#tab/features/chat/composer/output.ts';
import { toDocument } from '#tab/features/chat/composer/editor/document.ts';
import { findMentionedGroups } from '#tab/features/chat/mentions/mention.rules.ts';
import { MAX_QUOTE_CHARACTERS, splitQuote, toQuotedText } from './quote.rules.ts';

function select(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return document.importNode(template.content, true);
}

it('quotes the words of an answer line by line, without citations', () => {
  const answer =
    '<p>Tea is at <b>four</b> <button data-citation="1">1</button>.</p><ul><li>Cake</li><li>Milk</li></ul>';
  expect(toQuotedText(select(answer))).toBe('Tea is at four .\nCake\nMilk');
  expect(toQuotedText(select('<tr><td>Oslo</td><td>160</td></tr>'))).toBe('Oslo 160');
  expect(toQuotedText(select(`<p>${'long '.repeat(9_000)}</p>`)).length).toBe(MAX_QUOTE_CHARACTERS);
});

it('sends the quote before the question and after the mentions', () => {
  const quote = { messageId: 'a', text: 'Tea is at four.\nCake follows.' };
  const { text } = toOutput(toDocument('Why?'), [], quote);
  expect(text).toBe('> Tea is at four.\n> Cake follows.\n\nWhy?');
  expect(splitQuote(text)).toEqual({ quote: quote.text, question: 'Why?' });
  expect(splitQuote(text.replaceAll('\n', '\r\n'))).toEqual({ quote: quote.text, question: 'Why?' });
  const mentioning = toOutput(toDocument('@Finance Why?'), ['Finance'], quote);
  expect(mentioning).toEqual({ text: '[Finance]\n> Tea is at four.\n> Cake follows.\n\nWhy?', mentions: ['Finance'] });
  expect(splitQuote(mentioning.text)).toEqual({ quote: quote.text, question: '[Finance]\nWhy?' });
});

it('a name in a quote is no mention, and is shown as it was', () => {
  const { text, mentions } = toOutput(toDocument('Why?'), ['Finance'], { messageId: 'a', text: 'Ask [Finance] [1].' });
  expect(mentions).toEqual([]);
  expect(findMentionedGroups(text, ['Finance'])).toEqual([]);
  expect(splitQuote(text).quote).toBe('Ask [Finance] [1].');
});

it.each(['Why?', 'a\nb\n> c\n\nd', '> only a quote', '>no quote\n\nWhy?'])('finds no quote in %j', (text) =>
  expect(splitQuote(text)).toEqual({ quote: null, question: text }),
);
