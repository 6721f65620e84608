import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Every copy says the same, so that the same plan gives the same bytes. */
const MADE = '2026-01-05T09:00:00Z';

/** Packs the parts of an Office document. The first part given is the first in the archive. */
export function packed(parts: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  // The date is local time inside a zip; noon keeps it the same day in every zone.
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, { mtime: new Date(2026, 0, 5, 12) });
}

/** The same Office document without the moment of its making: the dates inside are those of every other. */
export function sealed(document: Uint8Array): Uint8Array {
  const parts = unzipSync(document);
  const core = parts['docProps/core.xml'];
  if (core) {
    const text = strFromU8(core).replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${MADE}`);
    parts['docProps/core.xml'] = strToU8(text);
  }
  return packed(parts);
}
