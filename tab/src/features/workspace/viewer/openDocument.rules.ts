import type { ViewerTarget } from '#tab/features/workspace/workspace.state.ts';

/** Longest address that the server stores. */
const MAX_ADDRESS = 4_000;
const BASE = 'https://ava.invalid';

/** The address that is kept for the open document of a chat: its file, and what was shown of it. */
export function toDocumentUrl({ fileId, fileName, fileType, page, quote, location, site }: ViewerTarget): string {
  const fields = { name: fileName.slice(0, 300), type: fileType, page: page?.toString(), location, site, quote };
  const path = `/files/${encodeURIComponent(fileId)}/content`;
  const write = (parts: Record<string, string | undefined>) =>
    `${path}?${new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`;
  const address = write(fields);
  if (address.length <= MAX_ADDRESS) return address;
  // A long passage is left out: the page is still known.
  return write({ ...fields, quote: undefined, location: undefined }).slice(0, MAX_ADDRESS);
}

/** `null` for an address that does not name a file of the viewer. */
export function parseDocumentUrl(address: string): ViewerTarget | null {
  if (!address.startsWith('/files/') || !URL.canParse(address, BASE)) return null;
  const { pathname, searchParams } = new URL(address, BASE);
  const id = /^\/files\/([^/]+)\/content$/.exec(pathname)?.[1];
  const get = (name: string) => searchParams.get(name) ?? undefined;
  const [fileName, fileType, quote, location, site] = ['name', 'type', 'quote', 'location', 'site'].map(get);
  if (!id || !fileName || !fileType) return null;
  const page = Number(get('page'));
  return {
    fileId: decodeURIComponent(id),
    fileName,
    fileType,
    ...(Number.isInteger(page) && page > 0 ? { page } : {}),
    ...(quote ? { quote } : {}),
    ...(location ? { location } : {}),
    ...(site ? { site } : {}),
  };
}
