import { parseAsync, renderDocument } from 'docx-preview';
import { checkArchive } from './checkArchive.ts';
import type { Drawing } from './drawing.ts';
import { sanitizeDrawing } from './sanitize.ts';

const options = {
  inWrapper: true,
  // The width of the panel instead of the page's: text wraps and stays readable beside the conversation.
  ignoreWidth: true,
  ignoreHeight: true,
  breakPages: true,
  renderAltChunks: false,
  renderComments: false,
  experimental: false,
  // Pictures and fonts are `data:` URLs, so no object URL has to be released and nothing is loaded.
  useBase64URL: true,
};

/** Draws a DOCX; rejects if it cannot be read. */
export async function drawWord(root: HTMLElement, bytes: Blob): Promise<Drawing> {
  await checkArchive(bytes);
  const document = (await parseAsync(bytes, options)) as unknown;
  const nodes = await renderDocument(document, options);
  const draft = new DocumentFragment();
  draft.append(...nodes);
  sanitizeDrawing(draft);
  root.className = 'word';
  root.replaceChildren(draft);
  // An address inside the document would replace that of the tab.
  const onClick = (event: Event) => {
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    const address = link?.getAttribute('href') ?? '';
    if (!address.startsWith('#')) return;
    event.preventDefault();
    root.querySelector(`[id="${CSS.escape(address.slice(1))}"]`)?.scrollIntoView({ block: 'start' });
  };
  root.addEventListener('click', onClick);
  return {
    drawAll: async () => undefined,
    getSlide: () => null,
    dispose: () => root.removeEventListener('click', onClick),
  };
}
