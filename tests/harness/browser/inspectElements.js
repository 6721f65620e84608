/** What the scripts that inspect a page share. Evaluated in the tab's frame; `inspection` has the functions. */
globalThis.inspection = (() => {
  const LARGE_PX = 24;
  const WHITE = { r: 255, g: 255, b: 255, a: 1 };

  const shorten = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const describe = (element) =>
    `${element.tagName.toLowerCase()} "${shorten(element.getAttribute('aria-label') || element.textContent || '')}"`;
  // Texts for screen readers and the skip link without focus are clipped to nothing.
  const isClipped = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 0 && !isClipped(element);
  const isHidden = (element) => element.closest('[aria-hidden=true], [inert]') !== null;
  const hasText = (element) =>
    element.matches('input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');

  const listShown = (filter) =>
    [...document.body.querySelectorAll('*')].filter(
      (element) => filter(element) && isShown(element) && !isHidden(element),
    );

  /** Red, green and blue from 0 to 255, alpha from 0 to 1. */
  function parseColor(text) {
    const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return { r, g, b, a };
  }

  const blend = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });

  function getLuminance({ r, g, b }) {
    const [red, green, blue] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** Returns a function that gets the background below an element's text and the product of its opacities. */
  function readSurfaces() {
    const surfaces = new Map();
    return function getSurface(element) {
      if (element === null) return { background: WHITE, opacity: 1 };
      const found = surfaces.get(element);
      if (found) return found;
      const below = getSurface(element.parentElement);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const background = blend(parseColor(backgroundColor), below.background);
      const surface = { background, opacity: below.opacity * Number(opacity) };
      surfaces.set(element, surface);
      return surface;
    };
  }

  function getContrast(element, getSurface) {
    const style = getComputedStyle(element);
    const { background, opacity } = getSurface(element);
    if (opacity < 0.05 || style.backgroundClip === 'text' || element.closest('[aria-disabled=true], :disabled'))
      return null;
    const text = parseColor(style.color);
    // Transparent text over a rendered page of a PDF can be selected and read aloud, but is not visible.
    if (text.a === 0) return null;
    const visible = blend({ ...text, a: text.a * opacity }, background);
    const [lighter, darker] = [getLuminance(visible), getLuminance(background)].sort((a, b) => b - a);
    const contrast = (lighter + 0.05) / (darker + 0.05);
    return contrast < (parseFloat(style.fontSize) >= LARGE_PX ? 3 : 4.5) ? contrast : null;
  }

  /** Returns sentences on the elements whose text does not stand out from the background. */
  function findLowContrast(elements = listShown(hasText)) {
    const getSurface = readSurfaces();
    return elements.flatMap((element) => {
      const contrast = getContrast(element, getSurface);
      return contrast === null ? [] : [`${describe(element)} has a contrast of ${contrast.toFixed(2)}`];
    });
  }

  return { describe, listShown, hasText, findLowContrast };
})();
