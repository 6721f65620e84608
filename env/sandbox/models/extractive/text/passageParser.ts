/** A text that an answer can quote. Text from outside `<passage>` tags has no number and is quoted without a citation. */
export type Passage = { n: number | undefined; source: string; location: string; text: string };

/** A tag has attributes: a system prompt that mentions `<passage>` tags contains no passage. */
const PASSAGE = /<passage\b((?:\s+[\w-]+="[^"]*")+)\s*>([\s\S]*?)(?:<\/passage>|$)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** What AVA escapes in passages. */
const ENTITIES: Record<string, string> = { '&lt;': '<', '&quot;': '"' };

function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The place of a passage from a file without pages or sections; a quotation has no use for it. */
const WHOLE_DOCUMENT = 'whole document';

/** Parses every `<passage n="3" source="Handbook.pdf" place="page 12">…</passage>` of a text. */
export function parsePassages(text: string): Passage[] {
  return [...text.matchAll(PASSAGE)].map(([, attributes = '', content = '']) => {
    const attributeValues = new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeEntities(value)]),
    );
    const place = attributeValues.get('place') ?? '';
    const n = Number.parseInt(attributeValues.get('n') ?? '', 10);
    return {
      n: Number.isNaN(n) ? undefined : n,
      source: attributeValues.get('source') ?? '',
      location: place === WHOLE_DOCUMENT ? '' : place,
      text: decodeEntities(content).trim(),
    };
  });
}

/** The line above passages, such as `The files of this conversation:`. */
const HEADING = /(?:^|\n)[^\n<>]{1,80}:\n(?=<passage\b(?:\s+[\w-]+="))/g;

/** The text without its passages and their headings: the words of a person or a prompt, not of a document. */
export function removePassages(text: string): string {
  return text.replace(HEADING, '\n').replace(PASSAGE, ' ').trim();
}
