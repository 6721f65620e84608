export const readingTexts = {
  read: 'Read aloud',
  stop: 'Stop reading',
  code: 'A code block follows in the text.',
  failed: "The answer couldn't be read aloud.",
} as const;
