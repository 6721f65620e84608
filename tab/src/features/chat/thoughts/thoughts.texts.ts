/** Texts of what a model thinks, and of long waits. */
export const thoughtTexts = {
  thoughts: 'Thoughts',
  shortened: 'The model thought longer. Only the beginning is kept.',
  waited: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
} as const;
