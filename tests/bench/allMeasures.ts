import type { Measure } from './figures.ts';

/** Modules are loaded one at a time, because each measure runs in a separate process. */
export const measureLoaders: Record<string, () => Promise<Measure>> = {
  firstToken: async () => (await import('./measures/firstToken.ts')).firstToken,
  firstProgress: async () => (await import('./measures/firstProgress.ts')).firstProgress,
  streams: async () => (await import('./measures/streams.ts')).streams,
  bot: async () => (await import('./measures/bot.ts')).bot,
  lists: async () => (await import('./measures/lists.ts')).lists,
  library: async () => (await import('./measures/library.ts')).library,
  tasks: async () => (await import('./measures/tasks.ts')).tasks,
  tab: async () => (await import('./measures/tab.ts')).tab,
  markdown: async () => (await import('./measures/markdown.ts')).markdown,
  tokens: async () => (await import('./measures/tokens.ts')).tokens,
  extraction: async () => (await import('./measures/extraction.ts')).extraction,
  fidelity: async () => (await import('./measures/fidelity.ts')).fidelity,
  exports: async () => (await import('./measures/exports.ts')).exports,
  slides: async () => (await import('./measures/slides.ts')).slides,
  uploads: async () => (await import('./measures/uploads.ts')).uploads,
  accuracy: async () => (await import('./measures/accuracy.ts')).accuracy,
  ranking: async () => (await import('./measures/ranking.ts')).ranking,
  evidence: async () => (await import('./measures/evidence.ts')).evidence,
  retrieval: async () => (await import('./measures/retrieval.ts')).retrieval,
};
