/** The organization's feature switches. The server refuses calls of a disabled feature; the tab only hides it. */
export const toggles = [
  'chat',
  'knowledgeSearch',
  'tools',
  'tasks',
  'functionCalling',
  'uploadBlob',
  'showMeetingTranscripts',
  'teamsBotEnabled',
] as const;
export type Toggle = (typeof toggles)[number];
