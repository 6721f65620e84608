export const feedbackTexts = {
  title: 'Feedback',
  like: 'Good answer',
  dislike: 'Bad answer',
  thanks: 'Thank you for your feedback.',
  question: 'Anything to add?',
  hint: 'Optional. The owners of the site and the administrators of AVA read it, without your name.',
  send: 'Send',
  remove: 'Remove feedback',
  failed: "Your feedback couldn't be saved.",
} as const;
