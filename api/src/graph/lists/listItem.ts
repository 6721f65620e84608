import type { ColumnDefinition, ListItem } from '@microsoft/microsoft-graph-types';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { ReadableItem } from '#api/graph/readableItems.ts';

/** A column as Graph describes it; its type is the facet that is set. */
export type Column = Pick<
  ColumnDefinition,
  | 'boolean'
  | 'calculated'
  | 'choice'
  | 'currency'
  | 'dateTime'
  | 'displayName'
  | 'hidden'
  | 'hyperlinkOrPicture'
  | 'name'
  | 'number'
  | 'readOnly'
  | 'term'
  | 'text'
>;

/** An item as Graph writes it; `fields` by the internal names of the columns. */
export type GraphListItem = Pick<
  ListItem,
  'createdBy' | 'eTag' | 'lastModifiedBy' | 'lastModifiedDateTime' | 'webUrl'
> & { id: string; fields?: Record<string, unknown>; deleted?: object };

const MAX_NAME_CHARACTERS = 120;
const facets = ['boolean', 'calculated', 'choice', 'currency', 'dateTime', 'hyperlinkOrPicture', 'number', 'term', 'text'] as const; // prettier-ignore

/** An item of a list in the form of a text file, which its title names. */
export function toListItem(item: GraphListItem, columns: readonly Column[]): DriveItem {
  const text = listValues(item, columns)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');
  return {
    ...toReadableRow(item),
    id: item.id,
    // The markup of formatted text is included; converting it for a whole list would take too long.
    size: Buffer.byteLength(text),
    mimeType: 'text/plain',
    isFolder: false,
    folder: '',
    owner: item.createdBy?.user?.displayName ?? item.lastModifiedBy?.user?.displayName ?? '',
  };
}

export function toReadableRow({ id, fields, eTag, webUrl, lastModifiedDateTime }: GraphListItem): ReadableItem {
  const title = toText(fields?.['Title'])
    .replaceAll(/[\p{Cc}\\/]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed();
  return {
    name: `${title || `Item ${id}`}.txt`,
    etag: eTag || null,
    webUrl: webUrl ?? '',
    lastModified: lastModifiedDateTime ?? '',
  };
}

/** Characters of formatted text that are parsed for an item. More, or deeper, loses its tags only. */
const MAX_PARSED_CHARACTERS = 20_000;
const TAG = /<\/?[a-z][^<>]{0,2000}>/gi;

/** The text of an item: a line for each column with a value. */
export async function renderFields(item: GraphListItem, columns: readonly Column[]): Promise<string> {
  const values = listValues(item, columns);
  const formatted = values.reduce((sum, { value, isRich }) => sum + (isRich ? value.length : 0), 0);
  const isParsed = formatted > 0 && formatted <= MAX_PARSED_CHARACTERS;
  const parse = isParsed ? (await import('#api/extract/formats/mail/html.ts')).readHtml : removeTags;
  const readHtml = (html: string) => {
    try {
      return parse(html);
    } catch (error) {
      if (error instanceof RangeError) return removeTags(html);
      throw error;
    }
  };
  return values.map(({ label, value, isRich }) => `${label}: ${isRich ? readHtml(value).trim() : value}`).join('\n');
}

const removeTags = (html: string) => html.replace(TAG, ' ');

interface Value {
  label: string;
  value: string;
  /** Whether the value is HTML. */
  isRich: boolean;
}

function listValues({ fields = {} }: GraphListItem, columns: readonly Column[]): Value[] {
  return columns.filter(isOfPeople).flatMap((column) => {
    const value = toText(fields[column.name ?? '']).trim();
    const isRich = column.text?.textType === 'richText';
    return value === '' ? [] : [{ label: column.displayName || column.name || '', value, isRich }];
  });
}

/** Whether people fill in a column. SharePoint's own are hidden or read-only, and so are calculated ones. */
function isOfPeople(column: Column): boolean {
  return !column.hidden && (!column.readOnly || Boolean(column.calculated)) && facets.some((facet) => column[facet]);
}

/** The text of a value: of a choice or a link, of several values, or of the label of a term. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ');
  if (typeof value !== 'object' || value === null) return '';
  const { Label, LookupValue, Description, Url } = value as Record<string, unknown>;
  return [...new Set([Label, LookupValue, Description, Url].filter((part) => typeof part === 'string'))].join(' ');
}
