import { MAX_MESSAGE_BYTES } from '#contract/limits.ts';

/** Texts of editing questions, regenerating answers and switching between versions. */
export const versionTexts = {
  versionsOf: { User: 'Versions of this question', AVA: 'Versions of this answer' },
  previous: 'Previous version',
  next: 'Next version',
  position: (number: number, count: number) => `${number}/${count}`,
  spokenPosition: (number: number, count: number) => `Version ${number} of ${count}`,
  switchFailed: "Couldn't show this version.",
  edit: 'Edit question',
  editedQuestion: 'Your edited question',
  send: 'Send',
  cancel: 'Cancel',
  filesKept: 'The files of this question are sent again.',
  tooLong: `This question is longer than ${Math.floor(MAX_MESSAGE_BYTES / 1024)} KB. Shorten it to send it.`,
  regenerate: 'Regenerate',
  tryAgain: 'Try again',
  concisely: 'More concise',
  style: 'Response style',
  model: 'Model',
  continue: 'Continue',
  compare: 'Compare answers',
  compareFailed: "This version couldn't be loaded.",
  shownVersion: 'Version',
  isShown: 'In the chat',
  continueWith: 'Continue with this answer',
} as const;
