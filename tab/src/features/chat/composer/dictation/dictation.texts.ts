/** Texts of dictation. The browser turns speech into text; AVA gets only the text. */
export const dictationTexts = {
  start: 'Dictate',
  stop: 'Stop dictation',
  listening: 'Listening...',
  noticeTitle: 'Before you dictate',
  notice:
    'Your browser turns what you say into text. Some browsers send the recording to a service of their maker for that, outside of your organization. AVA gets only the text.',
  agree: 'Start dictation',
  cancel: 'Cancel',
  failures: {
    refusedByTeams:
      "Teams doesn't let AVA use the microphone here. Turn it on under App permissions of AVA, or open AVA in your browser.",
    refused: "Your browser doesn't let AVA use the microphone. Allow it in the browser's settings for this page.",
    noMicrophone: 'No microphone was found.',
    noService: "Your browser's speech service can't be reached.",
    language: "Your browser can't dictate in your language.",
    nothing: 'Nothing was heard.',
    other: 'The dictation stopped. What was understood is in your message.',
  },
} as const;
