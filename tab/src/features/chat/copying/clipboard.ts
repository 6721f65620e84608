/** A text in two formats. The receiving program chooses: Word and Outlook take the HTML, editors the plain text. */
export interface RichText {
  html: string;
  plain: string;
}

/**
 * Copies a text in both formats. Throws if the browser denies access to the clipboard. The text can be a promise:
 * Safari allows copying only if the call starts within the click.
 */
export async function copyRichText(text: Promise<RichText>): Promise<void> {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ 'text/html': toBlob(text, 'html'), 'text/plain': toBlob(text, 'plain') }),
    ]);
  } catch (cause) {
    // Some clients of Teams frame the tab without the permission `clipboard-write`. The copy event needs no permission.
    if (copyByEvent(await text)) return;
    if (typeof ClipboardItem === 'function') throw cause;
    await navigator.clipboard.writeText((await text).plain);
  }
}

async function toBlob(text: Promise<RichText>, format: keyof RichText): Promise<Blob> {
  return new Blob([(await text)[format]], { type: `text/${format}` });
}

/** Copies through the `copy` event, which needs no permission. Returns whether the browser did it. */
function copyByEvent({ html, plain }: RichText): boolean {
  if (typeof document.execCommand !== 'function') return false;
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', plain);
  };
  document.addEventListener('copy', write, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', write);
  }
}
