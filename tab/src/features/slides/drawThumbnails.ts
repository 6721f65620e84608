import { buildPresentation, parseZipLazyMedia, RECOMMENDED_ZIP_LIMITS, renderSlide } from '@aiden0z/pptx-renderer';
import { sanitizeDrawing } from '#tab/features/workspace/viewer/drawn/sanitize.ts';

/** Slides of a presentation that can be drawn one by one. */
export interface Thumbnails {
  /** Width of a slide as a share of its height. */
  ratio: number;
  /** Draws a slide, counted from 0, into an element; returns a function that removes it. */
  draw(index: number, host: HTMLElement): () => void;
}

/** Opens the deck of a template's layouts. Rejects if it cannot be read. */
export async function openThumbnails(bytes: Blob): Promise<Thumbnails> {
  const presentation = buildPresentation(await parseZipLazyMedia(await bytes.arrayBuffer(), RECOMMENDED_ZIP_LIMITS), {
    lazySlides: true,
  });
  const { width, height, slides } = presentation;
  const mediaUrlCache = new Map<string, string>();
  return {
    ratio: width / height,
    draw(index, host) {
      const slide = slides[index];
      if (!slide) return () => undefined;
      const tree = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      const handle = renderSlide(presentation, slide, { mediaUrlCache, pdfjs: false });
      const stage = document.createElement('div');
      stage.style.cssText = `width:${width}px;height:${height}px;transform-origin:0 0;background:#fff;color-scheme:light`;
      const draft = new DocumentFragment();
      draft.append(handle.element);
      sanitizeDrawing(draft);
      stage.append(draft);
      tree.replaceChildren(stage);
      const fit = () => (stage.style.transform = `scale(${host.clientWidth / width})`);
      const resizing = new ResizeObserver(fit);
      resizing.observe(host);
      fit();
      void handle.ready.then(
        () => sanitizeDrawing(stage),
        () => undefined,
      );
      return () => {
        resizing.disconnect();
        handle.dispose();
        tree.replaceChildren();
      };
    },
  };
}
