import { ref } from 'valtio';
import { openWorkspace } from '../../../shell/layout/layout.actions.ts';
import { logFailure } from '../../../state/log.ts';
import { texts } from '../../../texts.ts';
import { workspace, type Viewer, type ViewerTarget } from '../workspace.state.ts';
import { sourceOf, type Source } from './fileSource.ts';

/** Opens a file in the viewer: a PDF at its page, anything else by its text at the place, with the passage marked. */
export async function openInViewer(target: ViewerTarget): Promise<void> {
  openWorkspace('File Viewer');
  await load(target, (source) => (target.fileType === 'PDF' ? pagesOrText(source, target) : asText(source, target)));
}

/** Shows the text of a file whose pages could not be drawn. */
export async function openAsText(target: ViewerTarget, cause: unknown): Promise<void> {
  logFailure(texts.workspace.unreadable, cause);
  await load(target, (source) => asText(source, target));
}

export function closeViewer(): void {
  show({ name: 'empty' });
}

/** Shows what comes of it, unless another file has been opened meanwhile. */
async function load(target: ViewerTarget, read: (source: Source) => Promise<Viewer>): Promise<void> {
  const loading: Viewer = { name: 'loading', target };
  show(loading);
  const result = await sourceOf(target)
    .then(read)
    .catch((cause: unknown): Viewer => {
      logFailure(texts.workspace.unreadable, cause);
      return { name: 'failed', target, detail: texts.workspace.unreadable };
    });
  if (workspace.viewer === loading) show(result);
}

async function pagesOrText(source: Source, target: ViewerTarget): Promise<Viewer> {
  try {
    return { name: 'pages', target, bytes: await source.bytes() };
  } catch (cause) {
    logFailure(texts.workspace.unreadable, cause);
    return asText(source, target);
  }
}

async function asText(source: Source, target: ViewerTarget): Promise<Viewer> {
  return { name: 'text', target, extraction: await source.text() };
}

function show(viewer: Viewer): void {
  workspace.viewer = ref(viewer);
}
