/**
 * Finds layout problems of the current page: horizontal overflow, controls outside the window, small touch targets, low
 * contrast. Evaluated in the tab's frame after inspectElements.js; returns sentences.
 */
(() => {
  const EDGE_PX = 1;
  const PHONE_PX = 680;
  const TOUCH_PX = 44;
  const controls =
    'button, a[href], input:not([hidden]):not([type=file]):not(:disabled), textarea, [role=textbox], [role=tab], [role^=menuitem], [role=option]';

  const problems = [];
  const { describe, listShown, findLowContrast } = globalThis.inspection;
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

  checkWidth();
  listShown((element) => element.matches(controls)).forEach(checkControl);
  return [...new Set([...problems, ...findLowContrast()])];
})();
