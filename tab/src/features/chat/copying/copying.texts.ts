export const copyingTexts = {
  options: 'Copy options',
  asMarkdown: 'Copy as Markdown',
  table: 'Copy table',
  csv: 'Copy as CSV',
  question: 'Copy question',
  sources: 'Sources',
} as const;
