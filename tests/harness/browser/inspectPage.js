/**
 * Looks at the page as it stands and names what a person would stumble over: a page wider than its window, a control
 * beyond its edge, one too small for a finger, words too pale. Evaluated in the tab's frame; gives a list of sentences.
 */
(() => {
  const EDGE_PX = 1;
  const PHONE_PX = 680;
  const TOUCH_PX = 44;
  const LARGE_PX = 24;
  const controls =
    'button, a[href], input:not([hidden]):not([type=file]), textarea, [role=textbox], [role=tab], [role^=menuitem], [role=option]';

  const faults = [];
  const shortly = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 40);
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()} "${shortly(element.getAttribute('aria-label') || element.textContent || '')}"`;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 0;
  const isCovered = (element) => element.closest('[aria-hidden=true], [inert]') !== null;
  const ancestorsOf = (element) => {
    const found = [];
    for (let each = element; each; each = each.parentElement) found.push(each);
    return found;
  };
  const scrollsAside = (element) =>
    ancestorsOf(element).some(
      (each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth,
    );

  function lookAtWidth() {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth} px`);
  }

  function lookAtControl(element) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if ((left < -EDGE_PX || right > innerWidth + EDGE_PX) && !scrollsAside(element)) {
      faults.push(`${nameOf(element)} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
    // What stands in a line of text cannot be higher than the line.
    const inLine = element.matches('[data-inline], p a, li a, td a, blockquote a');
    if (innerWidth >= PHONE_PX || inLine || element.matches('[role=textbox], textarea')) return;
    const reach = element.matches('input') ? element.parentElement.getBoundingClientRect() : { width, height };
    if (Math.min(reach.width, reach.height) < TOUCH_PX - EDGE_PX) {
      faults.push(`${nameOf(element)} is ${Math.round(reach.width)} by ${Math.round(reach.height)} px for a finger`);
    }
  }

  /** Red, green and blue of 0–255, and how much they cover. */
  function colorOf(text) {
    const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return { r, g, b, a };
  }

  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });

  function groundOf(element) {
    const layers = [];
    for (const each of ancestorsOf(element)) {
      const color = colorOf(getComputedStyle(each).backgroundColor);
      if (color.a > 0) layers.push(color);
      if (color.a === 1) break;
    }
    return layers.reduceRight((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  }

  function brightnessOf({ r, g, b }) {
    const [red, green, blue] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function lookAtWords(element) {
    const style = getComputedStyle(element);
    const seen = ancestorsOf(element).reduce((opacity, each) => opacity * Number(getComputedStyle(each).opacity), 1);
    if (seen < 0.05 || style.backgroundClip === 'text' || element.closest('[aria-disabled=true], :disabled')) return;
    const ground = groundOf(element);
    const words = colorOf(style.color);
    // Words over a picture of themselves, such as a page of a PDF: there to be marked and read out, not seen.
    if (words.a === 0) return;
    const [lighter, darker] = [brightnessOf(over({ ...words, a: words.a * seen }, ground)), brightnessOf(ground)].sort(
      (a, b) => b - a,
    );
    const contrast = (lighter + 0.05) / (darker + 0.05);
    const needed = parseFloat(style.fontSize) >= LARGE_PX ? 3 : 4.5;
    if (contrast < needed) faults.push(`${nameOf(element)} has a contrast of ${contrast.toFixed(2)}`);
  }

  lookAtWidth();
  const elements = [...document.body.querySelectorAll('*')].filter(
    (element) => isShown(element) && !isCovered(element),
  );
  elements.filter((element) => element.matches(controls)).forEach(lookAtControl);
  const hasWords = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  elements.filter(hasWords).forEach(lookAtWords);
  return [...new Set(faults)];
})();
