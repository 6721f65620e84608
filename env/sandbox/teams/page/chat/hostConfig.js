/** How Teams draws Adaptive Cards. The colours are those of the page's own theme, so that a card belongs to its chat. */

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @returns {object} AdaptiveCards' HostConfig for the theme that is shown. */
export function hostConfig() {
  const text = { default: colour('--text'), subtle: colour('--text-quiet') };
  const brand = { default: colour('--brand-text'), subtle: colour('--brand-text') };
  /** @type {(name: string) => { default: string, subtle: string }} */
  const both = (name) => ({ default: colour(name), subtle: colour(name) });
  const foregroundColors = {
    default: text,
    dark: text,
    light: text,
    accent: brand,
    good: both('--good'),
    warning: both('--warning'),
    attention: both('--danger'),
  };
  /** @param {string} backgroundColor */
  const container = (backgroundColor) => ({ backgroundColor, foregroundColors });
  return {
    fontFamily: 'inherit',
    supportsInteractivity: true,
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: colour('--line') },
    fontSizes: { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 },
    lineHeights: { small: 16, default: 20, medium: 20, large: 24, extraLarge: 32 },
    fontWeights: { lighter: 400, default: 400, bolder: 600 },
    containerStyles: {
      default: container(colour('--card')),
      emphasis: container(colour('--card-inner')),
      accent: container(colour('--card-inner')),
      good: container(colour('--card-inner')),
      warning: container(colour('--card-inner')),
      attention: container(colour('--card-inner')),
    },
    actions: {
      maxActions: 6,
      spacing: 'default',
      buttonSpacing: 8,
      actionsOrientation: 'horizontal',
      actionAlignment: 'left',
      preExpandSingleShowCardAction: false,
      showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
    },
    adaptiveCard: { allowCustomStyle: false },
    factSet: { title: { weight: 'bolder', wrap: true, maxWidth: 150 }, value: { wrap: true }, spacing: 12 },
  };
}
