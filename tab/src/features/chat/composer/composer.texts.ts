import { errors } from '#contract/errors.ts';

/** Texts of the composer. */
export const composerTexts = {
  label: 'Message to AVA',
  placeholder: 'Ask AVA anything',
  composer: 'Write a message',
  attach: 'Add files',
  send: 'Send',
  stop: 'Stop',
  mentionList: 'Suggestions',
  picker: {
    sections: { people: 'People', files: 'Files', prompts: 'Prompts', tasks: 'Tasks' },
    searching: 'Searching...',
    failed: (sections: readonly string[]) => `Couldn't load: ${sections.join(', ')}`,
    openTask: 'Opens the task',
    taskFailed: "The task couldn't be opened.",
  },
  pastedTooLong: errors.too_large.detail,
  memory: {
    label: 'Memory',
    fullness: (percent: number) => `Memory: ${percent}% full`,
    parts: {
      customInstructions: 'Custom instructions',
      draft: 'Message',
      files: 'Files',
      conversation: 'Conversation',
      images: 'Images',
    },
    tokens: (count: number) => count.toLocaleString('en-US'),
    unit: 'tokens',
  },
  /** The footer where no hints about keys are shown. */
  caution: 'AVA can make mistakes. Consider checking important information.',
  /** The footer, with the platform's modifier key. */
  footer: (key: 'Cmd' | 'Ctrl') =>
    `Press ${key} + K for a new chat. | AVA can make mistakes. Consider checking important information.`,
} as const;
