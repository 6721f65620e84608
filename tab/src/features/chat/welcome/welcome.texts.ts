/** What the welcome says to somebody who opens AVA for the first time. */
export const welcomeTexts = {
  title: (givenName: string) => (givenName === '' ? 'Welcome to AVA' : `Welcome to AVA, ${givenName}`),
  line: 'Your assistant at work. It answers your questions and shows where each answer comes from.',
  facts: {
    uploadBlob: {
      title: 'Ask about your files',
      line: 'Drop a file, paste an image, or choose one from Microsoft 365.',
    },
    knowledgeSearch: {
      title: 'Search a document site',
      line: 'Knowledge Search answers from the files that you can open.',
    },
    tasks: { title: 'Work in steps', line: 'A task runs several prompts in order and keeps each result.' },
    sources: { title: 'Check the source', line: 'A number in an answer opens the page that it comes from.' },
  },
  tryIt: (title: string) => `Try it: ${title}`,
  preparing: (file: string) => `AVA is reading ${file}...`,
  asks: (prompt: string) => `Asks: “${prompt}”`,
  asksFile: (prompt: string, file: string) => `Attaches ${file} and asks: “${prompt}”`,
  skip: 'Skip',
  failed: 'The question could not be sent yet. It is in the message field: check it there and send it.',
  /** Used if the organization has no sample prompts. */
  ownPrompt: { title: 'What AVA can do', prompt: 'What can you do for me? Answer in five short points.' },
} as const;
