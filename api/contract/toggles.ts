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
  'dictation',
] as const;
export type Toggle = (typeof toggles)[number];

/** Files of earlier versions do not have these toggles. They are off until the organization switches them on. */
export const laterToggles: readonly Toggle[] = ['dictation'];
