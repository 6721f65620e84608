/* global mermaid */
'use strict';

/**
 * Draws Mermaid diagrams for the tab. This page runs in a sandboxed frame without an origin of its own: it has no
 * access to the tab, to cookies, to storage or to the network. The tab shows the result as an image, where scripts,
 * links and addresses have no effect.
 */
const LIMITS = { maxTextSize: 5_000, maxEdges: 100 };
/** A diagram can set its own options in its text, but not these. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'fontFamily',
  'theme',
  'themeCSS',
  'themeVariables',
  'dompurifyConfig',
];

let count = 0;

/** Returns the diagram as an SVG file with its size in pixels. */
async function draw({ text, colors }) {
  mermaid.initialize({
    ...LIMITS,
    secure: SECURE,
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    fontFamily: '"Segoe UI", system-ui, sans-serif',
    theme: 'base',
    themeVariables: colors,
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, text);
  const image = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  for (const link of image.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const [, , width, height] = (image.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  image.style.maxWidth = '';
  return { svg: new XMLSerializer().serializeToString(image), width, height };
}

addEventListener(
  'message',
  ({ source, ports: [port] }) => {
    if (source !== parent || !port) return;
    port.addEventListener('message', ({ data }) => {
      draw(data).then(
        (drawing) => port.postMessage(drawing),
        (cause) => port.postMessage({ error: String(cause) }),
      );
    });
    port.start();
  },
  { once: true },
);
