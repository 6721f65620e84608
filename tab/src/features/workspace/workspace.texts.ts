/** Texts of the workspace's tabs; those that other screens use are in `tab/src/texts.ts`. */
export const workspaceTexts = {
  notes: {
    tooLong: 'These notes are full. Remove some text to save them.',
    format: 'Format',
    bold: 'Bold',
    italic: 'Italic',
    headings: ['Heading 1', 'Heading 2', 'Heading 3'],
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    link: 'Link',
    address: 'Web address',
    addLink: 'Add link',
    removeLink: 'Remove link',
    wrongAddress: 'Enter an address that starts with https://',
    openLink: (host: string) => `${host} (Ctrl+click to open)`,
    drop: 'Drop to add to your notes',
  },
  conflict: {
    title: 'Your notes were changed on another device',
    line: 'You changed them here, too. Nothing is saved until you choose.',
    mine: 'Notes on this device',
    theirs: 'Notes from the other device',
    keepMine: 'Keep mine',
    keepTheirs: 'Keep the other',
    keepBoth: 'Keep both',
    empty: 'No notes',
  },
} as const;
