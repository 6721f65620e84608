/** A JSON object without nested ones that has a field for a status id: `{"status_id": "…"}`. */
const FRAGMENT = /\{[^{}]{0,500}\}/g;
const STATUS_FIELD = /"status[-_ ]?id"\s{0,20}:/i;

/** Removes the JSON fragments with status ids that a stream can leave in a text. Other JSON stays. */
export function removeStatusFragments(text: string): string {
  return text.replace(FRAGMENT, (fragment) => (STATUS_FIELD.test(fragment) ? '' : fragment));
}
