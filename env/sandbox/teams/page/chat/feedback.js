import { element, iconButton } from './elements.js';

const QUESTION = { like: 'What did you like?', dislike: 'What could be better?' };

/**
 * Thumbs under a message, and the few words that may go with one.
 *
 * @param {(thumb: { reaction: 'like' | 'dislike', text: string }) => Promise<boolean>} react False when it did not arrive.
 */
export function feedbackOf(react) {
  const room = element('div', { class: 'feedback' });

  /** @param {'like' | 'dislike'} reaction @param {string} label */
  const thumb = (reaction, label) => iconButton(reaction, label, () => ask(reaction), { 'aria-pressed': 'false' });
  const thumbs = { like: thumb('like', 'Like'), dislike: thumb('dislike', 'Dislike') };

  /** @param {'like' | 'dislike'} chosen */
  function ask(chosen) {
    for (const [name, button] of Object.entries(thumbs)) button.setAttribute('aria-pressed', `${name === chosen}`);
    const text = element('textarea', { rows: '2', 'aria-label': QUESTION[chosen], placeholder: QUESTION[chosen] });
    const form = element(
      'form',
      { class: 'feedback-form', onsubmit: (event) => void submit(event) },
      text,
      element('button', { class: 'button', type: 'submit' }, 'Submit'),
      element('button', { class: 'button plain', type: 'button', onclick: () => close(chosen) }, 'Cancel'),
    );
    show(form);
    text.focus();

    /** @param {Event} event */
    async function submit(event) {
      event.preventDefault();
      if (!(await react({ reaction: chosen, text: text.value }))) return;
      show(element('p', { class: 'quiet', role: 'status' }, 'Thank you for your feedback.'));
      thumbs[chosen].focus();
    }
  }

  /** @param {'like' | 'dislike'} chosen */
  function close(chosen) {
    thumbs[chosen].setAttribute('aria-pressed', 'false');
    show();
    thumbs[chosen].focus();
  }

  /** @param {...Node} below */
  function show(...below) {
    room.replaceChildren(element('div', { class: 'thumbs' }, thumbs.like, thumbs.dislike), ...below);
  }

  show();
  return room;
}
