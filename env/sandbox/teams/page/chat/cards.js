import { element } from './elements.js';
import { hostConfig } from './hostConfig.js';
import { wordsOf } from './words.js';

/**
 * @typedef {object} CardHands
 * @property {(url: string) => void} follow
 * @property {(action: { type: string, verb?: string, data: unknown }) => void} act
 */

/**
 * An Adaptive Card, drawn by Microsoft's own renderer.
 *
 * @param {object} content
 * @param {CardHands} hands
 */
export function cardOf(content, hands) {
  const card = new AdaptiveCards.AdaptiveCard();
  card.hostConfig = new AdaptiveCards.HostConfig(hostConfig());
  card.onExecuteAction = (action) => run(action, hands);
  card.onAnchorClicked = (_element, anchor) => {
    hands.follow(anchor.href);
    return true;
  };
  try {
    card.parse(content);
    const drawn = card.render();
    if (drawn) return element('div', { class: 'card' }, drawn);
  } catch (error) {
    console.error('A card could not be drawn.', error);
  }
  const words = /** @type {{ fallbackText?: string }} */ (content).fallbackText ?? 'This card could not be shown.';
  return element('div', { class: 'card' }, element('p', {}, words));
}

/** @param {import('adaptivecards').Action} action @param {CardHands} hands */
function run(action, { follow, act }) {
  if (action instanceof AdaptiveCards.OpenUrlAction) follow(action.url ?? '');
  else if (action instanceof AdaptiveCards.ExecuteAction) {
    act({ type: 'Action.Execute', verb: action.verb, data: action.data ?? {} });
  } else if (action instanceof AdaptiveCards.SubmitAction) act({ type: 'Action.Submit', data: action.data ?? {} });
}

/** Cards write Markdown too. What it becomes is made of elements first, so that no card can bring HTML of its own. */
export function readMarkdownInCards() {
  AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
    result.outputHtml = element('div', {}, ...wordsOf(text, { follow: () => {}, cite: () => null })).innerHTML;
    result.didProcess = true;
  };
}
