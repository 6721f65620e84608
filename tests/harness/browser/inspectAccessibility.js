/**
 * Finds accessibility problems of the current page. Evaluated in the tab's frame after axe-core and inspectElements.js;
 * `inspectAccessibility` returns sentences, `readTheme` the current theme.
 */
const getThemeRule = () => {
  const { classList } = document.querySelector('[data-theme]');
  // Fluent gives the style element with the theme's variables the name of a class.
  const style = [...classList].map((name) => document.getElementById(name)).find((element) => element !== null);
  return style.sheet.cssRules[0];
};

globalThis.readTheme = () => ({
  name: document.querySelector('[data-theme]').dataset.theme,
  variables: getThemeRule().style.cssText,
  colorScheme: document.documentElement.style.colorScheme,
});

/**
 * @param furtherThemes whose colors are checked too, as from `readTheme`. Only their variables are set, because that needs no
 * rendering and drawing as a switch of the theme does.
 */
globalThis.inspectAccessibility = async (furtherThemes) => {
  const { hasText, listShown, findLowContrast } = globalThis.inspection;
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

  /** Endless animations, such as of a spinner, do not finish. */
  const listRunning = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity),
      );

  /** Colors that still change would be measured halfway. */
  const waitForAnimations = () => Promise.allSettled(listRunning().map(({ finished }) => finished));

  async function findViolations() {
    // The page behind a modal dialog is hidden from assistive technology.
    const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
    const { violations } = await axe.run(
      // Focus guards of Fluent's focus manager: it moves the focus on as soon as they get it.
      { include: dialog ?? document, exclude: [['[data-tabster-dummy]']] },
      {
        iframes: false,
        elementRef: true,
        resultTypes: ['violations'],
        // Takes most of axe's time, and leaves undecided what is scrolled out of view. findLowContrast finds the same and more.
        rules: { 'color-contrast': { enabled: false } },
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

  /** One first heading, and no level is left out on the way down. A modal dialog counts as a separate page. */
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

  function setTheme({ variables, colorScheme }) {
    getThemeRule().style.cssText = variables;
    document.documentElement.style.colorScheme = colorScheme;
    // When the transition of an element has ended, one of an inherited color can start.
    for (let running = listRunning(); running.length > 0; running = listRunning())
      for (const animation of running) animation.finish();
  }

  function findLowContrastInThemes() {
    const current = globalThis.readTheme();
    const texts = listShown(hasText);
    const find = ({ name }) => findLowContrast(texts).map((problem) => `in ${name}: ${problem}`);
    const problems = find(current);
    if (furtherThemes.length === 0) return problems;
    for (const theme of furtherThemes) {
      setTheme(theme);
      problems.push(...find(theme));
    }
    setTheme(current);
    return problems;
  }

  await waitForAnimations();
  return [...new Set([...(await findViolations()), ...findHeadingProblems(), ...findLowContrastInThemes()])];
};
