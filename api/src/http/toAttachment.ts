/** Characters that an extended parameter (RFC 8187) cannot contain and `encodeURIComponent` leaves. */
const NOT_ENCODED = /['()*!]/g;
/** A plain parameter is ASCII; without quotes and backslashes, and without `%`, which some clients decode. */
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/gu;

/** The header that makes a browser save a file under its name (RFC 6266): in ASCII for old clients, then in Unicode. */
export function toAttachment(name: string): string {
  const wellFormed = name.toWellFormed();
  const encoded = encodeURIComponent(wellFormed).replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${wellFormed.replace(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
