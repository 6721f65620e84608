/** Sentences of exports: in the file, and about what is not in it. */
export const exportTexts = {
  question: 'Question',
  chat: 'Chat',
  notes: 'Notes',
  contents: 'Contents',
  image: 'Image',
  sources: 'Sources',
  table: (number: number) => `Table ${number}`,
  noMailbox: "Your account doesn't have a mailbox, so AVA can't create a draft. Download a file instead.",
  hiddenAnswers: (count: number) =>
    count === 1
      ? "One answer is not in the file, because it is based on files that you can't open."
      : `${count} answers are not in the file, because they are based on files that you can't open.`,
  missingImages: (names: readonly string[]) =>
    names.length === 1
      ? `An image is not in the file, because AVA can't open it: ${names[0]}.`
      : `${names.length} images are not in the file, because AVA can't open them: ${names.join(', ')}.`,
  lacksTemplate:
    "The file doesn't have the look of your organization, because its Word template can't be used. Please tell an administrator.",
  unfinished: 'An answer is still being written and is not in the file.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const;
