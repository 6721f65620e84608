/** Texts of the functions that AVA calls for an answer. */
export const functionTexts = {
  calls: 'What AVA looked up',
  running: 'Looking...',
  found: (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`),
  failed: 'Failed',
  stopped: 'Stopped',
  hidden: 'Not shared',
  hiddenDetail: 'The results are not part of a shared copy.',
  results: 'Results',
  more: (count: number) => `AVA read ${count} more.`,
  open: (name: string) => `Open ${name}`,
} as const;
