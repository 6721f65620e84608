/**
 * Finds layout problems of the current page: horizontal overflow, controls outside the window, small touch targets, low
 * contrast. Evaluated in the tab's frame; returns sentences.
 */
(() => {
  const EDGE_PX = 1;
  const PHONE_PX = 680;
  const TOUCH_PX = 44;
  const LARGE_PX = 24;
  const controls =
    'button, a[href], input:not([hidden]):not([type=file]):not(:disabled), textarea, [role=textbox], [role=tab], [role^=menuitem], [role=option]';

  const problems = [];
  const shorten = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const describe = (element) =>
    `${element.tagName.toLowerCase()} "${shorten(element.getAttribute('aria-label') || element.textContent || '')}"`;
  // Texts for screen readers and the skip link without focus are clipped to nothing.
  const isClipped = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 0 && !isClipped(element);
  const isHidden = (element) => element.closest('[aria-hidden=true], [inert]') !== null;
  const listAncestors = (element) => {
    const ancestors = [];
    for (let node = element; node; node = node.parentElement) ancestors.push(node);
    return ancestors;
  };
  const isInHorizontalScroller = (element) =>
    listAncestors(element).some(
      (node) => ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth,
    );

  function checkWidth() {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth} px`);
  }

  function checkControl(element) {
    const { left, right, width, height } = element.getBoundingClientRect();
    // A skip link is hidden until the keyboard reaches it.
    if (width <= 1 && height <= 1) return;
    if ((left < -EDGE_PX || right > innerWidth + EDGE_PX) && !isInHorizontalScroller(element)) {
      problems.push(`${describe(element)} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
    // A control inside a line of text cannot be taller than the line.
    const isInline = element.matches('[data-inline], p a, li a, td a, blockquote a');
    if (innerWidth >= PHONE_PX || isInline || element.matches('[role=textbox], textarea')) return;
    const target = element.matches('input') ? element.parentElement.getBoundingClientRect() : { width, height };
    if (Math.min(target.width, target.height) < TOUCH_PX - EDGE_PX) {
      problems.push(
        `${describe(element)} is a touch target of ${Math.round(target.width)} by ${Math.round(target.height)} px`,
      );
    }
  }

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

  function getBackground(element) {
    const layers = [];
    for (const node of listAncestors(element)) {
      const color = parseColor(getComputedStyle(node).backgroundColor);
      if (color.a > 0) layers.push(color);
      if (color.a === 1) break;
    }
    return layers.reduceRight((below, top) => blend(top, below), { r: 255, g: 255, b: 255, a: 1 });
  }

  function getLuminance({ r, g, b }) {
    const [red, green, blue] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function checkContrast(element) {
    const style = getComputedStyle(element);
    const opacity = listAncestors(element).reduce(
      (product, node) => product * Number(getComputedStyle(node).opacity),
      1,
    );
    if (opacity < 0.05 || style.backgroundClip === 'text' || element.closest('[aria-disabled=true], :disabled')) return;
    const background = getBackground(element);
    const text = parseColor(style.color);
    // Transparent text over a rendered page of a PDF can be selected and read aloud, but is not visible.
    if (text.a === 0) return;
    const visible = blend({ ...text, a: text.a * opacity }, background);
    const [lighter, darker] = [getLuminance(visible), getLuminance(background)].sort((a, b) => b - a);
    const contrast = (lighter + 0.05) / (darker + 0.05);
    const required = parseFloat(style.fontSize) >= LARGE_PX ? 3 : 4.5;
    if (contrast < required) problems.push(`${describe(element)} has a contrast of ${contrast.toFixed(2)}`);
  }

  checkWidth();
  const elements = [...document.body.querySelectorAll('*')].filter((element) => isShown(element) && !isHidden(element));
  elements.filter((element) => element.matches(controls)).forEach(checkControl);
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  elements.filter(hasText).forEach(checkContrast);
  return [...new Set(problems)];
})();
