import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A fixed date, so that the same plan always produces the same bytes. */
const FIXED_DATE = '2026-01-05T09:00:00Z';

/** Zips the parts of an Office document in the given order. */
export function zipParts(parts: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  // Zip stores local time, so a local date gives the same bytes in every time zone.
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, { mtime: new Date(2026, 0, 5, 12) });
}

/** The same Office document with fixed dates of creation and change, so that its bytes are reproducible. */
export function setFixedDates(document: Uint8Array): Uint8Array {
  const parts = unzipSync(document);
  const core = parts['docProps/core.xml'];
  if (core) {
    const text = strFromU8(core).replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${FIXED_DATE}`);
    parts['docProps/core.xml'] = strToU8(text);
  }
  return zipParts(parts);
}
