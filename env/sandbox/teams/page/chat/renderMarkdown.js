import { createElement } from './elements.js';

/**
 * Markdown as Teams shows it, rendered to elements and never to HTML strings: a bot cannot inject scripts.
 *
 * @typedef {import('marked').Token & { tokens?: Token[] }} Token
 * @typedef {object} MarkdownOptions
 * @property {(url: string) => void} followLink
 * @property {(position: number) => Node | null} createCitationMark Returns null if there is no citation with this number.
 */

/** @param {string} text @param {MarkdownOptions} options @returns {Node[]} */
export function renderMarkdown(text, options) {
  return renderBlocks(marked.lexer(text, { gfm: true, breaks: true }), options);
}

/** @param {Token[]} tokens @param {MarkdownOptions} options @returns {Node[]} */
function renderBlocks(tokens, options) {
  return tokens.flatMap((token) => renderBlock(/** @type {import('marked').Tokens.Generic} */ (token), options));
}

/** @param {import('marked').Tokens.Generic} token @param {MarkdownOptions} options @returns {Node[]} */
function renderBlock(token, options) {
  switch (token.type) {
    case 'paragraph':
      return [createElement('p', {}, ...renderInline(token.tokens ?? [], options))];
    case 'heading':
      return [createElement('p', { class: 'heading' }, ...renderInline(token.tokens ?? [], options))];
    case 'blockquote':
      return [createElement('blockquote', {}, ...renderBlocks(token.tokens ?? [], options))];
    case 'code':
      return [createElement('pre', { tabindex: '0' }, createElement('code', {}, token['text']))];
    case 'list':
      return [renderList(token, options)];
    case 'table':
      return [renderTable(token, options)];
    case 'hr':
      return [createElement('hr')];
    case 'space':
      return [];
    default:
      // The text of a list item is a block too. HTML is shown as text.
      return renderInline(token.tokens ?? [token], options);
  }
}

/** @param {import('marked').Tokens.Generic} token @param {MarkdownOptions} options */
function renderList({ ordered, start, items }, options) {
  const listItems = items.map((/** @type {Token} */ item) =>
    createElement('li', {}, ...renderBlocks(item.tokens ?? [], options)),
  );
  if (!ordered) return createElement('ul', {}, ...listItems);
  return createElement('ol', { start: String(start || 1) }, ...listItems);
}

/** @param {import('marked').Tokens.Generic} token @param {MarkdownOptions} options */
function renderTable({ header, rows }, options) {
  /** @type {(tag: 'th' | 'td') => (cell: { tokens: Token[] }) => HTMLElement} */
  const createCell = (tag) => (cell) => createElement(tag, {}, ...renderInline(cell.tokens, options));
  return createElement(
    'table',
    {},
    createElement('tr', {}, ...header.map(createCell('th'))),
    ...rows.map((/** @type {{ tokens: Token[] }[]} */ row) => createElement('tr', {}, ...row.map(createCell('td')))),
  );
}

/** @param {Token[]} tokens @param {MarkdownOptions} options @returns {Node[]} */
function renderInline(tokens, options) {
  return joinTags(tokens).flatMap((inlineToken) => {
    const token = /** @type {import('marked').Tokens.Generic} */ (inlineToken);
    const renderChildren = () => renderInline(token.tokens ?? [], options);
    switch (token.type) {
      case 'strong':
        return [createElement('strong', {}, ...renderChildren())];
      case 'em':
        return [createElement('em', {}, ...renderChildren())];
      case 'del':
        return [createElement('del', {}, ...renderChildren())];
      case 'codespan':
        return [createElement('code', {}, token['text'])];
      case 'br':
        return [createElement('br')];
      case 'tag':
        return [createElement(token['name'], {}, ...renderChildren())];
      case 'link':
        return renderLink(token['href'], renderChildren(), options);
      case 'text':
        return token.tokens ? renderChildren() : renderCitations(token['text'], options);
      case 'escape':
        return [document.createTextNode(token['text'])];
      default:
        return renderCitations(token.raw, options);
    }
  });
}

/** Pairs the HTML tags that Teams accepts in a message. @param {Token[]} tokens @returns {Token[]} */
function joinTags(tokens) {
  /** @type {Token[]} */
  const joined = [];
  for (const token of tokens) {
    const [, slash, name = ''] =
      /^<(\/?)(br|sub|sup|u|b|i|s|code)>$/.exec(token.type === 'html' ? token.raw : '') ?? [];
    const opening = joined.findLastIndex(({ type, raw }) => type === 'html' && raw === `<${name}>`);
    if (name === 'br') joined.push({ type: 'br', raw: token.raw });
    else if (slash && opening >= 0)
      joined.push(/** @type {Token} */ ({ type: 'tag', raw: '', name, tokens: joined.splice(opening).slice(1) }));
    else joined.push(token);
  }
  return joined;
}

/** @param {string} href @param {Node[]} children @param {MarkdownOptions} options @returns {Node[]} */
function renderLink(href, children, { followLink }) {
  if (!/^https?:/.test(href)) return children;
  /** @param {Event} event */
  const onclick = (event) => {
    event.preventDefault();
    followLink(href);
  };
  return [createElement('a', { href, onclick }, ...children)];
}

/** Replaces `[1]` with citation marks. @param {string} text @param {MarkdownOptions} options @returns {Node[]} */
function renderCitations(text, { createCitationMark }) {
  return text.split(/(\[\d{1,2}\])/).flatMap((part) => {
    const number = /^\[(\d{1,2})\]$/.exec(part)?.[1];
    const mark = number ? createCitationMark(Number(number)) : null;
    return mark ?? (part === '' ? [] : document.createTextNode(decodeEntities(part)));
  });
}

/** marked does not decode HTML entities. @param {string} text */
function decodeEntities(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#8203;', '')
    .replaceAll('&amp;', '&');
}
