import { proxy } from 'valtio';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { readingTexts } from './reading.texts.ts';

/** The answer that is being read aloud. */
export const reading = proxy<{ messageId: string | null }>({ messageId: null });

export function canReadAloud(): boolean {
  return typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';
}

/** Reads an answer aloud with the voice of the browser; stops another one. */
export async function readAloud({ message_id: messageId, content, links }: Entry): Promise<void> {
  stopReading();
  reading.messageId = messageId;
  try {
    const [{ parseAnswer }, { toSpeech }] = await Promise.all([
      import('#tab/features/chat/copying/answerTree.ts'),
      import('./speech.rules.ts'),
    ]);
    const numbers = links.map((link) => link.number);
    for (const piece of toSpeech(parseAnswer(content, numbers))) {
      if (reading.messageId !== messageId) return;
      await speak(piece);
    }
  } catch (cause) {
    if (reading.messageId !== messageId) return;
    logFailure(readingTexts.failed, cause);
    showToast('error', readingTexts.failed);
  }
  if (reading.messageId === messageId) reading.messageId = null;
}

export function stopReading(): void {
  if (reading.messageId === null) return;
  reading.messageId = null;
  speechSynthesis.cancel();
}

function speak(text: string): Promise<void> {
  const utterance = new SpeechSynthesisUtterance(text);
  return new Promise((resolve, reject) => {
    utterance.onend = () => resolve();
    // Stopping is reported as an error as well.
    utterance.onerror = ({ error }) => reject(new Error(`speech: ${error}`));
    speechSynthesis.speak(utterance);
  });
}
