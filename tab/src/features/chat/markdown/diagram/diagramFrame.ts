import { z } from 'zod';
import { isDrawable } from './diagram.rules.ts';

/** A drawn diagram: an image that the page can show, and its size in pixels. */
export interface Diagram {
  address: string;
  width: number;
  height: number;
}

/** What `tab/public/diagram.js` answers. It runs untrusted text, so its answer is not trusted. */
const Drawing = z.object({
  svg: z.string().max(2_000_000),
  width: z.number().min(1).max(20_000),
  height: z.number().min(1).max(20_000),
});

/** Time for the frame to load; it is long, because Mermaid has several megabytes. */
const LOAD_MS = 30_000;
/** Large diagrams take a second; one that takes longer is probably hostile. */
const DRAW_MS = 5_000;
const MAX_KEPT = 50;

interface Frame {
  element: HTMLIFrameElement;
  port: MessagePort;
}

const drawn = new Map<string, Diagram>();
let frame: Promise<Frame> | null = null;
/** One diagram at a time, so that the slow one is known when the frame is removed. */
let queue: Promise<unknown> = Promise.resolve();

/** Mermaid's theme variables. */
export type DiagramColors = Record<string, string | Record<string, string>>;

const toKey = (text: string, colors: object) => `${JSON.stringify(colors)}\n${text}`;

/** The picture of a diagram that was drawn before. */
export function getCachedDiagram(text: string, colors: DiagramColors): Diagram | null {
  return drawn.get(toKey(text, colors)) ?? null;
}

/** Draws a diagram in a sandboxed frame. Rejects if the text is not a diagram, or is too large or too slow to draw. */
export async function drawDiagram(text: string, colors: DiagramColors): Promise<Diagram> {
  if (!isDrawable(text)) throw new DiagramError();
  const request = queue.then(() => getCachedDiagram(text, colors) ?? drawInFrame(text, colors));
  queue = request.catch(() => undefined);
  return request;
}

async function drawInFrame(text: string, colors: DiagramColors): Promise<Diagram> {
  frame ??= openFrame();
  const opened = frame;
  try {
    const { port } = await opened;
    const answer = nextMessage(port);
    port.postMessage({ text, colors });
    const parsed = Drawing.safeParse(await withTimeout(answer, DRAW_MS));
    if (!parsed.success) throw new DiagramError();
    return keep(toKey(text, colors), parsed.data);
  } catch (cause) {
    if (!(cause instanceof DiagramError)) closeFrame(opened);
    throw cause;
  }
}

/** The frame works, but the text is not a diagram. */
class DiagramError extends Error {
  constructor() {
    super('the diagram could not be drawn');
  }
}

/** Opens the page `diagram.html` without an origin: its scripts can reach neither the tab nor the network. */
async function openFrame(): Promise<Frame> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  // Mermaid measures texts, so the frame needs a layout and can't have `display: none`. It is placed outside the view.
  element.style.cssText = 'position:fixed;left:-10000px;top:0;width:1000px;height:1000px;border:0;visibility:hidden';
  element.src = '/diagram.html';
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  document.body.append(element);
  const { port1, port2 } = new MessageChannel();
  await withTimeout(loaded, LOAD_MS);
  port1.start();
  // The message is sent to any origin, because the sandboxed frame has no origin that could be named.
  element.contentWindow?.postMessage('draw', '*', [port2]);
  return { element, port: port1 };
}

function closeFrame(opened: Promise<Frame>): void {
  if (frame === opened) frame = null;
  opened.then(
    ({ element, port }) => {
      port.close();
      element.remove();
    },
    () => undefined,
  );
}

function nextMessage(port: MessagePort): Promise<unknown> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true });
  });
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the diagram took too long')), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

function keep(key: string, { svg, width, height }: z.infer<typeof Drawing>): Diagram {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const diagram = { address, width, height };
  drawn.set(key, diagram);
  const [oldest] = drawn;
  if (drawn.size > MAX_KEPT && oldest) {
    drawn.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1].address);
  }
  return diagram;
}
