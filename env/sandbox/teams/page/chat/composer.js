import { findElement } from '../findElement.js';
import { createElement, createIcon, createIconButton } from './elements.js';

/**
 * The composer: Enter sends, Shift+Enter inserts a line break. During an answer, the send button becomes Stop.
 *
 * @typedef {object} ComposerActions
 * @property {(text: string, files: File[], pastedImages: File[]) => Promise<boolean>} send Teams treats pasted images
 *   and attached files differently. Returns false if sending failed; the composer then keeps its content.
 * @property {() => void} stop
 *
 * @param {HTMLFormElement} form
 * @param {ComposerActions} actions
 */
export function createComposer(form, { send, stop }) {
  const textbox = /** @type {HTMLTextAreaElement} */ (findElement('textarea', form));
  const fileInput = /** @type {HTMLInputElement} */ (findElement('input[type=file]', form));
  const fileList = findElement('[data-part=files]', form);
  const attachButton = findElement('[data-action=attach]', form);
  const sendButton = /** @type {HTMLButtonElement} */ (findElement('[data-action=send]', form));
  /** @type {File[]} */
  let files = [];
  /** @type {WeakSet<File>} */
  const pastedImages = new WeakSet();
  let isStreaming = false;
  let isSending = false;
  let isEnabled = false;

  function render() {
    textbox.style.height = 'auto';
    textbox.style.height = `${textbox.scrollHeight}px`;
    const name = isStreaming ? 'Stop' : 'Send';
    const isEmpty = textbox.value.trim() === '' && files.length === 0;
    sendButton.setAttribute('aria-label', name);
    sendButton.title = name;
    sendButton.disabled = !isStreaming && (!isEnabled || isSending || isEmpty);
    sendButton.replaceChildren(createIcon(isStreaming ? 'stop' : 'send'));
    fileList.replaceChildren(...files.map(createFileItem));
  }

  /** @param {File} file */
  function createFileItem(file) {
    const remove = () => setFiles(files.filter((other) => other !== file));
    const removeButton = createIconButton('close', `Remove ${file.name}`, remove);
    return createElement('li', {}, createIcon('file'), file.name, removeButton);
  }

  /** @param {File[]} newFiles */
  function setFiles(newFiles) {
    files = newFiles;
    render();
    textbox.focus();
  }

  async function submit() {
    if (isStreaming || sendButton.disabled) return;
    isSending = true;
    render();
    const [text, sentFiles] = [textbox.value, files];
    const isPasted = (/** @type {File} */ file) => pastedImages.has(file);
    const isSent = await send(
      text.trim(),
      sentFiles.filter((file) => !isPasted(file)),
      sentFiles.filter(isPasted),
    );
    isSending = false;
    if (isSent && textbox.value === text) textbox.value = '';
    if (isSent) files = files.filter((file) => !sentFiles.includes(file));
    render();
  }

  textbox.addEventListener('input', render);
  textbox.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isStreaming) stop();
    else void submit();
  });
  attachButton.addEventListener('click', () => fileInput.click());
  textbox.addEventListener('paste', (event) => {
    const images = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (images.length === 0 || attachButton.hidden) return;
    event.preventDefault();
    for (const image of images) pastedImages.add(image);
    setFiles([...files, ...images]);
  });
  fileInput.addEventListener('change', () => {
    setFiles([...files, ...(fileInput.files ?? [])]);
    fileInput.value = '';
  });
  render();

  return {
    focus: () => textbox.focus(),
    /** @param {string} text */
    setText(text) {
      textbox.value = text;
      render();
      textbox.focus();
    },
    /** @param {boolean} enabled Whether there is a conversation to send to. */
    setEnabled(enabled) {
      isEnabled = enabled;
      render();
    },
    /** @param {boolean} streaming */
    setStreaming(streaming) {
      isStreaming = streaming;
      render();
    },
    /** @param {boolean} allowed Teams sends files to a bot only in its personal chat. */
    allowFiles(allowed) {
      attachButton.hidden = !allowed;
      if (!allowed) files = [];
      render();
    },
    /** @param {string} text */
    setPlaceholder(text) {
      textbox.placeholder = text;
    },
  };
}
