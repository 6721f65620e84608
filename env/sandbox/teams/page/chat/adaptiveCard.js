import { createElement } from './elements.js';
import { createHostConfig } from './cardHostConfig.js';
import { renderMarkdown } from './renderMarkdown.js';

/**
 * @typedef {object} CardActions
 * @property {(url: string) => void} followLink
 * @property {(action: { type: string, verb?: string, data: unknown }) => void} runAction
 */

/**
 * Renders an Adaptive Card with Microsoft's renderer.
 *
 * @param {object} content
 * @param {CardActions} actions
 */
export function renderCard(content, actions) {
  const card = new AdaptiveCards.AdaptiveCard();
  card.hostConfig = new AdaptiveCards.HostConfig(createHostConfig());
  card.onExecuteAction = (action) => handleAction(action, actions);
  card.onAnchorClicked = (_element, anchor) => {
    actions.followLink(anchor.href);
    return true;
  };
  try {
    card.parse(content);
    const rendered = card.render();
    if (rendered) return createElement('div', { class: 'card' }, rendered);
  } catch (error) {
    console.error('failed to render a card', error);
  }
  const text = /** @type {{ fallbackText?: string }} */ (content).fallbackText ?? 'This card could not be shown.';
  return createElement('div', { class: 'card' }, createElement('p', {}, text));
}

/** @param {import('adaptivecards').Action} action @param {CardActions} actions */
function handleAction(action, { followLink, runAction }) {
  if (action instanceof AdaptiveCards.OpenUrlAction) followLink(action.url ?? '');
  else if (action instanceof AdaptiveCards.ExecuteAction) {
    runAction({ type: 'Action.Execute', verb: action.verb, data: action.data ?? {} });
  } else if (action instanceof AdaptiveCards.SubmitAction)
    runAction({ type: 'Action.Submit', data: action.data ?? {} });
}

/** Renders Markdown in cards. It is rendered to elements first, so that a card cannot inject HTML. */
export function enableMarkdownInCards() {
  AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
    const nodes = renderMarkdown(text, { followLink: () => {}, createCitationMark: () => null });
    result.outputHtml = createElement('div', {}, ...nodes).innerHTML;
    result.didProcess = true;
  };
}
