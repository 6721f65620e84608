import type { Measure } from './figures.ts';

export const measures: Record<string, () => Promise<Measure>> = {
  firstToken: async () => (await import('./firstToken.ts')).firstToken,
  streams: async () => (await import('./streams.ts')).streams,
  bot: async () => (await import('./bot.ts')).bot,
  lists: async () => (await import('./lists.ts')).lists,
  tab: async () => (await import('./tab.ts')).tab,
  markdown: async () => (await import('./markdown.ts')).markdown,
  tokens: async () => (await import('./tokens.ts')).tokens,
  extraction: async () => (await import('./extraction.ts')).extraction,
  accuracy: async () => (await import('./accuracy.ts')).accuracy,
  ranking: async () => (await import('./ranking.ts')).ranking,
  retrieval: async () => (await import('./retrieval.ts')).retrieval,
};
