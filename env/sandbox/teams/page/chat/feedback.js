import { createElement, createIconButton } from './elements.js';

const QUESTION = { like: 'What did you like?', dislike: 'What could be better?' };

/**
 * Creates the feedback buttons of a message, which open a form for a comment.
 *
 * @param {(feedback: import('./channelClient.js').Feedback) => Promise<boolean>} submitFeedback Returns false on failure.
 */
export function createFeedback(submitFeedback) {
  const container = createElement('div', { class: 'feedback' });

  /** @param {'like' | 'dislike'} reaction @param {string} label */
  const createButton = (reaction, label) =>
    createIconButton(reaction, label, () => openForm(reaction), { 'aria-pressed': 'false' });
  const buttons = { like: createButton('like', 'Like'), dislike: createButton('dislike', 'Dislike') };

  /** @param {'like' | 'dislike'} reaction */
  function openForm(reaction) {
    for (const [name, button] of Object.entries(buttons)) button.setAttribute('aria-pressed', `${name === reaction}`);
    const question = QUESTION[reaction];
    const textbox = createElement('textarea', { rows: '2', 'aria-label': question, placeholder: question });
    const form = createElement(
      'form',
      { class: 'feedback-form', onsubmit: (event) => void submit(event) },
      textbox,
      createElement('button', { class: 'button', type: 'submit' }, 'Submit'),
      createElement('button', { class: 'button plain', type: 'button', onclick: () => closeForm(reaction) }, 'Cancel'),
    );
    render(form);
    textbox.focus();

    /** @param {Event} event */
    async function submit(event) {
      event.preventDefault();
      if (!(await submitFeedback({ reaction, text: textbox.value }))) return;
      render(createElement('p', { class: 'quiet', role: 'status' }, 'Thank you for your feedback.'));
      buttons[reaction].focus();
    }
  }

  /** @param {'like' | 'dislike'} reaction */
  function closeForm(reaction) {
    buttons[reaction].setAttribute('aria-pressed', 'false');
    render();
    buttons[reaction].focus();
  }

  /** @param {...Node} content */
  function render(...content) {
    container.replaceChildren(createElement('div', { class: 'thumbs' }, buttons.like, buttons.dislike), ...content);
  }

  render();
  return container;
}
