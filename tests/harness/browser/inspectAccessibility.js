/**
 * Finds accessibility problems of the current page with axe-core, which must be loaded. Evaluated in the tab's frame;
 * `inspectAccessibility` returns sentences.
 */
globalThis.inspectAccessibility = async (checks) => {
  const EXCERPT_CHARACTERS = 120;

  /** Fluent focuses a menu, card or tooltip, or ties it to its button, so it needs no landmark. */
  const isPopup = (element) => element.closest('[data-popper-placement]') !== null;

  /** Initials replace a photo; they are not part of a label that a person would say. */
  const hasHiddenTextOnly = (element) =>
    [...element.childNodes].every(
      (node) => !node.textContent || (node.matches?.('[aria-hidden=true]') ?? false) || hasHiddenTextBelow(node),
    );
  const hasHiddenTextBelow = (node) => node.nodeType === Node.ELEMENT_NODE && hasHiddenTextOnly(node);

  const exceptions = { region: isPopup, 'label-content-name-mismatch': hasHiddenTextOnly };

  /** Colors that still change would be measured halfway. Endless animations, such as of a spinner, do not finish. */
  async function waitForAnimations() {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity));
    await Promise.allSettled(finite.map(({ finished }) => finished));
  }

  async function findViolations() {
    const { violations } = await axe.run(
      // Focus guards of Fluent's focus manager: it moves the focus on as soon as they get it.
      { exclude: [['[data-tabster-dummy]']] },
      {
        iframes: false,
        elementRef: true,
        resultTypes: ['violations'],
        ...(checks === 'colors' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}),
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => !exceptions[id]?.(element))
        .map(({ html, failureSummary = '' }) => {
          const [, reason = ''] = failureSummary.split('\n');
          return `${id}: ${reason.trim()}: ${html.slice(0, EXCERPT_CHARACTERS)}`;
        }),
    );
  }

  /** One first heading, and no level is left out on the way down. A modal dialog is a page of its own. */
  function findHeadingProblems() {
    const shown = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    );
    const headings = shown.map((heading) => ({ level: Number(heading.tagName[1]), text: heading.textContent.trim() }));
    const problems = [];
    const titles = headings.filter(({ level }) => level === 1);
    if (titles.length !== 1) problems.push(`the page has ${titles.length} headings of level 1`);
    for (const { text, level } of headings) if (text === '') problems.push(`a heading of level ${level} is empty`);
    for (const [index, { level, text }] of headings.entries()) {
      const before = headings[index - 1]?.level ?? 2;
      if (level > before + 1) problems.push(`the heading "${text}" of level ${level} follows level ${before}`);
    }
    return problems;
  }

  await waitForAnimations();
  return [...new Set([...(await findViolations()), ...(checks === 'all' ? findHeadingProblems() : [])])];
};
