export const quotingTexts = {
  quote: 'Quote',
  quoted: 'Quote from an answer',
  remove: 'Remove quote',
  /** The answer was deleted with its chat, or is no longer in it. */
  missing: "The quoted answer isn't in this chat anymore. Your quote is kept and will be sent.",
} as const;
