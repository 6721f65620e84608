import type { ReportReason } from '#contract/chats/feedback.ts';

const reasons: Record<ReportReason, string> = {
  dangerous: 'It is dangerous, or helps to do harm',
  hateful: 'It insults or discriminates against people',
  sexual: 'It is sexual',
  private: 'It reveals something private or confidential',
  other: 'Something else',
};

/** Texts of the menu of an answer: quoting, branching and reporting. */
export const answerMenuTexts = {
  more: 'More actions',
  quote: 'Quote in your next question',
  branch: 'Start a new chat from here',
  started: (title: string) => `This new chat continues from ${title === '' ? 'the other chat' : `“${title}”`}.`,
  branchFailed: "The new chat couldn't be started. Your chat is unchanged.",
  report: 'Report a harmful answer',
  reportLine: 'Your report goes to the administrators of AVA in your organization.',
  reason: 'What is wrong with the answer?',
  reasons,
  comment: 'Anything to add?',
  withAnswer: 'Also send the text of this answer',
  sent: 'This is sent',
  sentNothing: 'Choose what is wrong first.',
  notSent:
    'Your name, your question and your files are not sent. The report is removed when you delete this chat or remove your feedback.',
  send: 'Send report',
  cancel: 'Cancel',
  reported: 'Your report was sent. Thank you.',
  reportFailed: "Your report couldn't be sent. Try again.",
} as const;
