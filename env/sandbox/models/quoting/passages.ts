/** A text that an answer can quote. Text from outside `<passage>` tags has no number and is quoted without a citation. */
export type Passage = { n: number | undefined; source: string; place: string; text: string };

/** A tag has attributes: a system prompt that mentions `<passage>` tags contains no passage. */
const PASSAGE = /<passage\b((?:\s+[\w-]+="[^"]*")+)\s*>([\s\S]*?)(?:<\/passage>|$)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** The line above passages, such as `The files of this conversation:`. */
const HEADING = /(?:^|\n)[^\n<>]{1,80}:\n(?=<passage\b(?:\s+[\w-]+="))/g;
/** The place of a passage from a file without pages or sections. A quotation has no use for it. */
const WHOLE_DOCUMENT = 'whole document';

/** Undoes what AVA escapes in passages. */
const unescape = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&quot;', '"');

/** Parses every `<passage n="3" source="Handbook.pdf" place="page 12">…</passage>` of a text. */
export function parsePassages(text: string): Passage[] {
  return [...text.matchAll(PASSAGE)].map(([, attributes = '', content = '']) => {
    const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name, unescape(value)]));
    const place = values.get('place') ?? '';
    return {
      n: values.has('n') ? Number.parseInt(values.get('n') ?? '', 10) : undefined,
      source: values.get('source') ?? '',
      place: place === WHOLE_DOCUMENT ? '' : place,
      text: unescape(content).trim(),
    };
  });
}

/** The text without its passages and their headings: the words of a person or a prompt, not of a document. */
export function removePassages(text: string): string {
  return text.replace(HEADING, '\n').replace(PASSAGE, ' ').trim();
}
