/**
 * Removes the mention of a site, such as `[Finance]`, from the start of a question: it says where to search and is no part of
 * the question. A text that is only a mention stays.
 */
export function removeMention(text: string, siteName: string): string {
  const mention = `[${siteName}]`;
  const start = text.trimStart();
  if (start.slice(0, mention.length).toLowerCase() !== mention.toLowerCase()) return text;
  return start.slice(mention.length).trim() || text;
}
