import { element } from './elements.js';

/**
 * Markdown as Teams shows it, made of elements and never of HTML strings: what a bot sends cannot become a script.
 *
 * @typedef {import('marked').Token & { tokens?: Token[] }} Token
 * @typedef {object} Hands
 * @property {(url: string) => void} follow Follows a link.
 * @property {(position: number) => Node | null} cite The mark of a citation, or null when there is none with this number.
 */

/** @param {string} text @param {Hands} hands @returns {Node[]} */
export function wordsOf(text, hands) {
  return blocks(marked.lexer(text, { gfm: true, breaks: true }), hands);
}

/** @param {Token[]} tokens @param {Hands} hands @returns {Node[]} */
function blocks(tokens, hands) {
  return tokens.flatMap((token) => block(/** @type {import('marked').Tokens.Generic} */ (token), hands));
}

/** @param {import('marked').Tokens.Generic} token @param {Hands} hands @returns {Node[]} */
function block(token, hands) {
  switch (token.type) {
    case 'paragraph':
      return [element('p', {}, ...inline(token.tokens ?? [], hands))];
    case 'heading':
      return [element('p', { class: 'heading' }, ...inline(token.tokens ?? [], hands))];
    case 'blockquote':
      return [element('blockquote', {}, ...blocks(token.tokens ?? [], hands))];
    case 'code':
      return [element('pre', { tabindex: '0' }, element('code', {}, token['text']))];
    case 'list':
      return [list(token, hands)];
    case 'table':
      return [table(token, hands)];
    case 'hr':
      return [element('hr')];
    case 'space':
      return [];
    default:
      // Text of a list's item comes as a block too; HTML is shown as the text that it is.
      return inline(token.tokens ?? [token], hands);
  }
}

/** @param {import('marked').Tokens.Generic} token @param {Hands} hands */
function list({ ordered, start, items }, hands) {
  const made = items.map((/** @type {Token} */ item) => element('li', {}, ...blocks(item.tokens ?? [], hands)));
  return ordered ? element('ol', { start: String(start || 1) }, ...made) : element('ul', {}, ...made);
}

/** @param {import('marked').Tokens.Generic} token @param {Hands} hands */
function table({ header, rows }, hands) {
  /** @type {(tag: 'th' | 'td') => (cell: { tokens: Token[] }) => HTMLElement} */
  const cellOf = (tag) => (cell) => element(tag, {}, ...inline(cell.tokens, hands));
  return element(
    'table',
    {},
    element('tr', {}, ...header.map(cellOf('th'))),
    ...rows.map((/** @type {{ tokens: Token[] }[]} */ row) => element('tr', {}, ...row.map(cellOf('td')))),
  );
}

/** @param {Token[]} tokens @param {Hands} hands @returns {Node[]} */
function inline(tokens, hands) {
  return tokens.flatMap((each) => {
    const token = /** @type {import('marked').Tokens.Generic} */ (each);
    const children = () => inline(token.tokens ?? [], hands);
    switch (token.type) {
      case 'strong':
        return [element('strong', {}, ...children())];
      case 'em':
        return [element('em', {}, ...children())];
      case 'del':
        return [element('del', {}, ...children())];
      case 'codespan':
        return [element('code', {}, token['text'])];
      case 'br':
        return [element('br')];
      case 'link':
        return link(token['href'], children(), hands);
      case 'text':
        return token.tokens ? children() : cited(token['text'], hands);
      case 'escape':
        return [document.createTextNode(token['text'])];
      default:
        return cited(token.raw, hands);
    }
  });
}

/** @param {string} href @param {Node[]} children @param {Hands} hands @returns {Node[]} */
function link(href, children, { follow }) {
  if (!/^https?:/.test(href)) return children;
  /** @param {Event} event */
  const onclick = (event) => {
    event.preventDefault();
    follow(href);
  };
  return [element('a', { href, onclick }, ...children)];
}

/** Text with its `[1]` turned into marks. @param {string} text @param {Hands} hands @returns {Node[]} */
function cited(text, { cite }) {
  return text.split(/(\[\d{1,2}\])/).flatMap((piece) => {
    const number = /^\[(\d{1,2})\]$/.exec(piece)?.[1];
    return (number && cite(Number(number))) || (piece === '' ? [] : document.createTextNode(unescaped(piece)));
  });
}

/** marked leaves the entities of HTML as they are written. @param {string} text */
function unescaped(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
