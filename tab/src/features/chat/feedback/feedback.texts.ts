export const feedbackTexts = {
  title: 'Feedback',
  like: 'Good answer',
  dislike: 'Bad answer',
  thanks: 'Thank you for your feedback.',
  question: 'Anything to add?',
  hint: 'Optional. The administrators of AVA read it without your name, and so do the owners of a site that was searched.',
  send: 'Send',
  remove: 'Remove feedback',
  failed: "Your feedback couldn't be saved.",
} as const;
