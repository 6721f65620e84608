import {
  buildPresentation,
  parseZipLazyMedia,
  RECOMMENDED_ZIP_LIMITS,
  renderSlide,
  type SlideHandle,
} from '@aiden0z/pptx-renderer';
import { logFailure } from '#tab/state/log.ts';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { checkArchive } from './checkArchive.ts';
import type { Drawing } from './drawing.ts';
import { sanitizeDrawing } from './sanitize.ts';

/** A search draws at most this many slides. */
const MAX_DRAWN_FOR_SEARCH = 300;

interface Slide {
  frame: HTMLElement;
  draw(): void;
  fit(): void;
  dispose(): void;
}

/** Draws the slides of a PPTX, each when it is near the view; rejects if the file cannot be read. */
export async function drawSlides(root: HTMLElement, bytes: Blob, scroller: HTMLElement): Promise<Drawing> {
  await checkArchive(bytes);
  const presentation = buildPresentation(await parseZipLazyMedia(await bytes.arrayBuffer(), RECOMMENDED_ZIP_LIMITS), {
    lazySlides: true,
  });
  if (presentation.slides.length === 0) throw new Error('presentation without slides');
  const mediaUrlCache = new Map<string, string>();
  const slides = presentation.slides.map((slide, index) => {
    const render = () => renderSlide(presentation, slide, { mediaUrlCache, pdfjs: false });
    return makeSlide(index + 1, presentation, render);
  });
  root.className = 'slides';
  root.replaceChildren(...slides.map(({ frame }) => frame));

  const resizing = new ResizeObserver(() => slides.forEach((slide) => slide.fit()));
  resizing.observe(root);
  const nearing = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) slides.find(({ frame }) => frame === target)?.draw();
    },
    { root: scroller, rootMargin: '100% 0px' },
  );
  for (const { frame, fit } of slides) {
    fit();
    nearing.observe(frame);
  }

  return {
    async drawAll() {
      for (const slide of slides.slice(0, MAX_DRAWN_FOR_SEARCH)) {
        slide.draw();
        // Pauses between two slides, so that the tab stays responsive.
        await new Promise((wake) => setTimeout(wake));
      }
    },
    getSlide(number) {
      const slide = slides[number - 1];
      slide?.draw();
      return slide?.frame ?? null;
    },
    dispose() {
      resizing.disconnect();
      nearing.disconnect();
      for (const slide of slides) slide.dispose();
      for (const url of mediaUrlCache.values()) URL.revokeObjectURL(url);
    },
  };
}

function makeSlide(
  number: number,
  { width, height }: { width: number; height: number },
  render: () => SlideHandle,
): Slide {
  const frame = document.createElement('section');
  frame.className = 'slide';
  frame.dataset['slide'] = String(number);
  frame.setAttribute('aria-label', workspaceTexts.slide(number));
  frame.style.aspectRatio = `${width} / ${height}`;
  const stage = document.createElement('div');
  stage.style.width = `${width}px`;
  stage.style.height = `${height}px`;
  frame.append(stage);
  let handle: SlideHandle | null = null;
  return {
    frame,
    fit() {
      if (frame.clientWidth > 0) stage.style.transform = `scale(${frame.clientWidth / width})`;
    },
    draw() {
      if (handle) return;
      handle = render();
      const { element } = handle;
      sanitizeDrawing(wrap(element));
      stage.replaceChildren(element);
      // Pictures that need more time are added later.
      handle.ready.then(
        () => sanitizeDrawing(stage),
        (cause: unknown) => logFailure('failed to draw a slide completely', cause),
      );
    },
    dispose: () => handle?.dispose(),
  };
}

function wrap(element: Element): DocumentFragment {
  const draft = new DocumentFragment();
  draft.append(element);
  return draft;
}
