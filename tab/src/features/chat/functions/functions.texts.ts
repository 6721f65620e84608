/** Texts of the functions that AVA calls for an answer. */
export const functionTexts = {
  calls: 'What AVA looked up',
  running: 'Looking...',
  found: (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`),
  failed: 'Failed',
  hidden: 'Not shared',
  hiddenDetail: 'The results are not part of a shared copy.',
  more: (count: number) => `AVA read ${count} more.`,
  show: (title: string, asked: string) => (asked === '' ? `Details of: ${title}` : `Details of: ${title}, ${asked}`),
  open: (name: string) => `Open ${name}`,
} as const;
