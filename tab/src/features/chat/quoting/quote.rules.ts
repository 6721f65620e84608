/** A part of an answer that the next question is about. */
export interface Quote {
  /** Id of the answer. */
  messageId: string;
  text: string;
}

/** Longer quotes are cut: the model reads the whole answer in the history anyway. */
export const MAX_QUOTE_CHARACTERS = 10_000;
const MARK = '> ';
/** Lines before a quote: the mentions of a question, which must come first. */
const MAX_LINES_BEFORE = 1;
const lineElements = new Set(['BLOCKQUOTE', 'BR', 'DIV', 'H2', 'H3', 'H4', 'H5', 'H6', 'LI', 'P', 'PRE', 'TR']);
const cells = new Set(['TD', 'TH']);

/** The text of a selected part of an answer, without its citations and buttons. */
export function toQuotedText(selected: DocumentFragment): string {
  return collectText(selected)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, MAX_QUOTE_CHARACTERS);
}

function collectText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof Element && (node.tagName === 'BUTTON' || node.getAttribute('aria-hidden') === 'true')) return '';
  const text = [...node.childNodes].map(collectText).join('');
  if (!(node instanceof Element)) return text;
  if (cells.has(node.tagName)) return `${text} `;
  return lineElements.has(node.tagName) ? `\n${text}\n` : text;
}

/** A question with its quote as a quote block of Markdown. Brackets are escaped, so that nothing in it is a mention. */
export function addQuote(mentions: string, quote: string, question: string): string {
  const block = quote.split('\n').map((line) => MARK + line.replace(/[[\]]/g, '\\$&'));
  return [...(mentions === '' ? [] : [mentions]), ...block, '', question].join('\n');
}

/** Separates a question from the quote at its start, as `addQuote` joins them. */
export function splitQuote(content: string): { quote: string | null; question: string } {
  // Browsers send line breaks of forms as CRLF.
  const lines = content.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(MARK));
  if (start < 0 || start > MAX_LINES_BEFORE) return { quote: null, question: content };
  const length = lines.slice(start).findIndex((line) => !line.startsWith(MARK));
  if (length < 0 || lines[start + length] !== '') return { quote: null, question: content };
  const quote = lines
    .slice(start, start + length)
    .map((line) => line.slice(MARK.length).replace(/\\([[\]])/g, '$1'))
    .join('\n');
  return { quote, question: [...lines.slice(0, start), ...lines.slice(start + length + 1)].join('\n') };
}
