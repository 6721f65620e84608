/** Files that people opened last, by the paths of sampleSites.ts, not in the order of access. */
export const recentFiles: { person: string; file: string; openedMinutesAgo: number }[] = [
  { person: 'ada', file: 'finance/Documents/Planning/Investment Plan.pdf', openedMinutesAgo: 300 },
  { person: 'ada', file: 'ada-drive/Documents/Notes/Quay walk.txt', openedMinutesAgo: 15 },
  { person: 'ada', file: 'finance/Documents/Planning/Budget 2027.pdf', openedMinutesAgo: 90 },
  { person: 'ben', file: 'finance/Documents/Planning/Investment Plan.pdf', openedMinutesAgo: 20 },
];

/** Keys of the sites that people follow. */
export const followedSites: Record<string, string[]> = { ada: ['finance'], ben: [] };
