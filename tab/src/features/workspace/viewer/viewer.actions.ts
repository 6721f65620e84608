import { ref } from 'valtio';
import { hasTables, readerOf, type FileType } from '#contract/files/fileTypes.ts';
import { openWorkspace, widenWorkspace } from '#tab/shell/layout/layout.actions.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { workspace, type Viewer, type ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import { getFileSource, type FileSource } from './fileSource.ts';

/** How a file is shown: as its pages, as it looks in its program, as tables, as a picture, or as its text. */
type ViewerKind = 'pages' | 'word' | 'slides' | 'table' | 'image' | 'text';

/** Pictures that every browser draws. */
const DRAWABLE: ReadonlySet<string> = new Set(['JPG', 'JPEG', 'PNG', 'GIF', 'WEBP', 'BMP']);

/** Opens a file in the viewer, with the passage highlighted. */
export async function openInViewer(target: ViewerTarget): Promise<void> {
  openWorkspace('File Viewer');
  widenWorkspace();
  remember(target);
  await showInViewer(target);
}

/** Shows a file as its kind allows. */
export async function showInViewer(target: ViewerTarget): Promise<void> {
  await load(target, (source) => read(source, target));
}

/** Shows the text of a file whose pages cannot be rendered. */
export async function openAsText(target: ViewerTarget, cause: unknown): Promise<void> {
  logFailure(texts.workspace.unreadable, cause);
  await load(target, (source) => readText(source, target));
}

/** Opens a file of a corpus where it is stored. The server checks that the person can read it now. */
export async function openInSharePoint(target: Pick<ViewerTarget, 'fileId' | 'site'>): Promise<void> {
  try {
    const webUrl = await (await getFileSource(target)).webUrl();
    if (webUrl !== null) openLink(webUrl);
  } catch (cause) {
    logFailure(texts.workspace.notOpened, cause);
    showToast('error', texts.workspace.notOpened);
  }
}

export function closeViewer(): void {
  show({ name: 'empty' });
  remember(null);
}

/** Shows the result unless another file was opened during loading. */
async function load(target: ViewerTarget, read: (source: FileSource) => Promise<Viewer>): Promise<void> {
  const loading: Viewer = { name: 'loading', target };
  show(loading);
  const result = await getFileSource(target)
    .then(read)
    .catch((cause: unknown): Viewer => {
      logFailure(texts.workspace.unreadable, cause);
      return { name: 'failed', target, detail: texts.workspace.unreadable };
    });
  if (workspace.viewer === loading) show(result);
}

async function read(source: FileSource, target: ViewerTarget): Promise<Viewer> {
  const kind = getViewerKind(target.fileType);
  if (kind === 'text' || (canShowAsText(target) && isShownAsText(target))) return readText(source, target);
  if (kind === 'table') return { name: 'table', target, extraction: await source.text() };
  try {
    if (kind === 'pages') return { name: kind, target, file: await source.parts() };
    return { name: kind, target, bytes: await source.bytes() };
  } catch (cause) {
    logFailure(texts.workspace.unreadable, cause);
    return readText(source, target);
  }
}

/** Whether a file can be shown both as it looks and as its text. */
export const canShowAsText = ({ fileType }: Pick<ViewerTarget, 'fileType'>): boolean =>
  ['pages', 'word', 'slides'].includes(getViewerKind(fileType));

/** On a phone, a cited page would be too small to read, or wider than the screen. */
function isShownAsText({ view, quote, fileType }: ViewerTarget): boolean {
  if (view !== undefined) return view === 'text';
  return layout.width === 'phone' && Boolean(quote) && getViewerKind(fileType) !== 'word';
}

async function readText(source: FileSource, target: ViewerTarget): Promise<Viewer> {
  return { name: 'text', target, extraction: await source.text() };
}

function show(viewer: Viewer): void {
  workspace.viewer = ref(viewer);
}

/**
 * Saves which document is open, for the person's other devices. The module is imported only here, because no document is
 * open on the first screen.
 */
function remember(target: ViewerTarget | null): void {
  import('./openDocument.actions.ts')
    .then(({ rememberOpenDocument }) => rememberOpenDocument(target))
    .catch((cause: unknown) => logFailure('failed to save the open document', cause));
}

function getViewerKind(fileType: string): ViewerKind {
  if (DRAWABLE.has(fileType)) return 'image';
  if (hasTables(fileType as FileType)) return 'table';
  switch (readerOf(fileType as FileType)) {
    case 'pdf':
      return 'pages';
    case 'docx':
      return 'word';
    case 'pptx':
      return 'slides';
    default:
      return 'text';
  }
}
