import { cleanText } from '#contract/text/text.ts';

/** Text for element content and attribute values. */
export function escapeXml(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
