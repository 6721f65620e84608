/** Names and sentences of functions, as an answer shows them. */
export const functionTexts = {
  unknown: 'Unknown function',
  notOffered: 'The model called a function that AVA does not offer.',
  invalidArguments: (problem: string) =>
    `The model called this function with arguments that are not valid: ${problem}.`,
  argumentsTooLong: (maximum: number) => `they have more than ${maximum} characters`,
  tooSlow: 'This took too long.',
  timeIsUp: 'This answer has used up its time for looking things up.',
  findPeople: 'Find people',
  listMeetings: 'List meetings',
  readTranscript: 'Read a transcript',
  searchMail: 'Search mail',
  readMail: 'Read a mail',
  findFiles: 'Find files',
  search: 'Search files',
  searchSites: 'Search sites',
  searchAttached: 'Search attached files',
  allSites: 'All my sites',
  list: 'List files',
  open: 'Open a file',
  find: 'Find in a file',
  queryTable: 'Calculate',
  unknownHandle: (argument: string, handles: readonly string[]) =>
    handles.length === 0
      ? `"${argument}" must be a handle of what was found, and nothing was found yet`
      : `"${argument}" must be one of the handles ${handles.join(', ')}`,
  noSuchPassage: (number: number) =>
    `"passage" must be the number of a passage that you have read, which ${number} is not`,
  readInFull: 'no more can be opened by this passage; to read a mail or a meeting, call the function for it',
  noTable: 'this passage is from no file; "passage" must be one of a workbook or CSV file',
  statementFailed: (problem: string) => `"sql" could not be run: ${problem}`,
  notSearchable: (number: number) => `passage ${number} is not from a file that a search covers`,
  noSuchPages: (pages: number) => `nothing is at this place; the file ends at ${pages}`,
  noDay: (argument: string) => `"${argument}" must be a day such as 2026-03-31`,
  noSuchRecording: (recordings: number) => `"recording" must be at most ${recordings}`,
  noAccess: "This file is gone, or you can't open it.",
  notYourWords: (system: string) =>
    `This answer is based on other texts, so AVA sends ${system} only words that you wrote, as you wrote them, each once.`,
  noSuchSite: (names: string) =>
    `there is no site with this name that you can search${names && `; "sites" must be of ${names}`}`,
} as const;

/** The groups that people can mention, and what each does. */
export const groupTexts = {
  People: 'Looks up people of your organization',
  Meetings: 'Lists your online meetings and reads their transcripts',
  Files: 'Finds and reads your files in Microsoft 365',
  Mail: 'Searches and reads your mail',
} as const;

/** What a connected system does, if its configuration has no description. */
export const connectedGroup = (system: string) => `Looks things up in ${system}`;
