export const diagramTexts = {
  picture: 'Diagram',
  showSource: 'Show source',
  showPicture: 'Show diagram',
  failed: "This diagram couldn't be drawn.",
} as const;
