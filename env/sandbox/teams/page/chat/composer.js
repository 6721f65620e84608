import { part } from '../parts.js';
import { element, icon, iconButton } from './elements.js';

/**
 * Where a person writes to the bot: Enter sends, Shift+Enter begins a line; while an answer streams in, the send button is
 * Stop. Files wait above the text until they are sent.
 *
 * @typedef {object} ComposerHands
 * @property {(text: string, files: File[], pasted: File[]) => Promise<boolean>} send Pasted images go another way than
 *   files, as in Teams. False when it did not go: everything stays.
 * @property {() => void} stop
 *
 * @param {HTMLFormElement} form
 * @param {ComposerHands} hands
 */
export function createComposer(form, { send, stop }) {
  const text = /** @type {HTMLTextAreaElement} */ (part('textarea', form));
  const input = /** @type {HTMLInputElement} */ (part('input[type=file]', form));
  const waiting = part('[data-part=files]', form);
  const button = /** @type {HTMLButtonElement} */ (part('[data-action=send]', form));
  /** @type {File[]} */
  let files = [];
  /** @type {WeakSet<File>} */
  const pasted = new WeakSet();
  let streaming = false;
  let busy = false;
  let open = false;

  function draw() {
    text.style.height = 'auto';
    text.style.height = `${text.scrollHeight}px`;
    const name = streaming ? 'Stop' : 'Send';
    button.setAttribute('aria-label', name);
    button.title = name;
    button.disabled = !streaming && (!open || busy || (text.value.trim() === '' && files.length === 0));
    button.replaceChildren(icon(streaming ? 'stop' : 'send'));
    waiting.replaceChildren(...files.map(chipOf));
  }

  /** @param {File} file */
  function chipOf(file) {
    const leave = () => keep(files.filter((each) => each !== file));
    return element('li', {}, icon('file'), file.name, iconButton('close', `Remove ${file.name}`, leave));
  }

  /** @param {File[]} kept */
  function keep(kept) {
    files = kept;
    draw();
    text.focus();
  }

  async function submit() {
    if (streaming || button.disabled) return;
    busy = true;
    draw();
    const [words, sent] = [text.value, files];
    const isPasted = (/** @type {File} */ file) => pasted.has(file);
    const gone = await send(
      words.trim(),
      sent.filter((file) => !isPasted(file)),
      sent.filter(isPasted),
    );
    busy = false;
    if (gone && text.value === words) text.value = '';
    if (gone) files = files.filter((file) => !sent.includes(file));
    draw();
  }

  text.addEventListener('input', draw);
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (streaming) stop();
    else void submit();
  });
  part('[data-action=attach]', form).addEventListener('click', () => input.click());
  text.addEventListener('paste', (event) => {
    const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (images.length === 0 || part('[data-action=attach]', form).hidden) return;
    event.preventDefault();
    for (const image of images) pasted.add(image);
    keep([...files, ...images]);
  });
  input.addEventListener('change', () => {
    keep([...files, ...(input.files ?? [])]);
    input.value = '';
  });
  draw();

  return {
    focus: () => text.focus(),
    /** @param {string} words */
    write(words) {
      text.value = words;
      draw();
      text.focus();
    },
    /** @param {boolean} now Whether there is a conversation to send to. */
    open(now) {
      open = now;
      draw();
    },
    /** @param {boolean} now */
    stream(now) {
      streaming = now;
      draw();
    },
    /** @param {boolean} allowed Files go to the bot in its personal chat alone, as in Teams. */
    allowFiles(allowed) {
      part('[data-action=attach]', form).hidden = !allowed;
      if (!allowed) files = [];
      draw();
    },
    /** @param {string} label */
    placeholder(label) {
      text.placeholder = label;
    },
  };
}
