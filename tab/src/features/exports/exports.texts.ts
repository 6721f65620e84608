import type { ExportKind } from '#tab/shell/dialogs.ts';

interface KindTexts {
  menuItem: string;
  /** Title of the dialog and label of its field. */
  title: string;
  confirm: string;
  working: string;
}

const kinds: Record<ExportKind, KindTexts> = {
  email: {
    menuItem: 'Email draft',
    title: 'Email Subject',
    confirm: 'Open in Outlook',
    working: 'Creating your draft...',
  },
  docx: {
    menuItem: 'Word document',
    title: 'Save Word Document As',
    confirm: 'Download DOCX',
    working: 'Creating your document...',
  },
  txt: { menuItem: 'Text file', title: 'Save Text File As', confirm: 'Download TXT', working: 'Creating your file...' },
  pdf: { menuItem: 'PDF', title: 'Save PDF As', confirm: 'Download PDF', working: 'Creating your document...' },
  pptx: {
    menuItem: 'PowerPoint (beta)',
    title: 'Create PowerPoint As',
    confirm: 'Next',
    working: 'Setting up your slides...',
  },
  xlsx: {
    menuItem: 'Excel workbook (tables)',
    title: 'Save Excel Workbook As',
    confirm: 'Download XLSX',
    working: 'Creating your workbook...',
  },
  md: {
    menuItem: 'Markdown file',
    title: 'Save Markdown File As',
    confirm: 'Download MD',
    working: 'Creating your file...',
  },
};

export const exportTexts = {
  kinds,
  export: 'Export',
  exportAnswer: 'Export answer',
  exportChat: 'Export chat',
  exportTask: 'Export task',
  name: 'Name',
  subject: 'Subject',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  consent: 'Give consent',
  open: 'Open',
  saveToOneDrive: 'Save to OneDrive and open',
  saving: 'Saving to your OneDrive...',
  draftHint: 'AVA saves a draft in your mailbox and opens it. Nothing is sent until you send it.',
  phoneHint: "Phones can't save a download from Teams. In your OneDrive you can open it right away.",
  nameIs: (fileName: string) => `Saved as “${fileName}”`,
  downloaded: (name: string, kind: string) => `"${name}" ${kind.toUpperCase()} downloaded`,
  draftCreated: 'Email draft created',
  savedToOneDrive: (name: string) => `"${name}" saved to your OneDrive`,
  exportFailed: (name: string) => `Failed to export "${name}"`,
  draftFailed: (name: string) => `Failed to create email draft "${name}"`,
  missing: (names: readonly string[]) =>
    names.length === 1
      ? `This image isn't in the draft, because it has no content: ${names[0]}`
      : `These images aren't in the draft, because they have no content: ${names.join(', ')}`,
  offline: "You're offline. Your name is kept. Try again when you're back online.",
  tooMany: (seconds: number | null) => {
    if (seconds === null) return 'Too many exports right now. Wait a moment, and then try again.';
    const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return `Too many exports right now. Try again in ${seconds === 1 ? 'a second' : wait}.`;
  },
  untitled: 'AVA answer',
} as const;
