/** Teams' configuration of Adaptive Cards, with the colors of the page's theme. */

/** @param {string} name */
const getColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @returns {object} The HostConfig of AdaptiveCards for the current theme. */
export function createHostConfig() {
  const textColors = { default: getColor('--text'), subtle: getColor('--text-quiet') };
  const brandColors = { default: getColor('--brand-text'), subtle: getColor('--brand-text') };
  /** @type {(name: string) => { default: string, subtle: string }} */
  const toColorPair = (name) => ({ default: getColor(name), subtle: getColor(name) });
  const foregroundColors = {
    default: textColors,
    dark: textColors,
    light: textColors,
    accent: brandColors,
    good: toColorPair('--good'),
    warning: toColorPair('--warning'),
    attention: toColorPair('--danger'),
  };
  /** @param {string} backgroundColor */
  const createContainer = (backgroundColor) => ({ backgroundColor, foregroundColors });
  return {
    fontFamily: 'inherit',
    supportsInteractivity: true,
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: getColor('--line') },
    fontSizes: { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 },
    lineHeights: { small: 16, default: 20, medium: 20, large: 24, extraLarge: 32 },
    fontWeights: { lighter: 400, default: 400, bolder: 600 },
    containerStyles: {
      default: createContainer(getColor('--card')),
      emphasis: createContainer(getColor('--card-inner')),
      accent: createContainer(getColor('--card-inner')),
      good: createContainer(getColor('--card-inner')),
      warning: createContainer(getColor('--card-inner')),
      attention: createContainer(getColor('--card-inner')),
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
