import { proxy } from 'valtio';
import { z } from 'zod';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import { getHost } from '#tab/teams/teamsHost.ts';
import { insertAtCursor } from '#tab/features/chat/composer/editor/openEditors.ts';
import { dictationTexts } from './dictation.texts.ts';

/** The used part of the Web Speech API, which TypeScript does not describe. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: (event: RecognitionResults) => void;
  onerror: (event: { error: string }) => void;
  onend: () => void;
  start(): void;
  stop(): void;
  abort(): void;
}

interface RecognitionResults {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

type RecognitionConstructor = new () => Recognition;

interface Dictation {
  /** The chat whose message is dictated. */
  chatId: string | null;
  /** What the browser has understood so far of the current sentence. */
  interim: string;
  /** Why the last dictation failed. */
  failure: { chatId: string; sentence: string } | null;
}

export const dictation = proxy<Dictation>({ chatId: null, interim: '', failure: null });
let running: Recognition | null = null;

const failures: Partial<Record<string, keyof typeof dictationTexts.failures>> = {
  'audio-capture': 'noMicrophone',
  network: 'noService',
  'language-not-supported': 'language',
  'no-speech': 'nothing',
};

function findConstructor(): RecognitionConstructor | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Whether the browser can turn speech into text. */
export function canDictate(): boolean {
  return findConstructor() !== undefined;
}

/** Whether the person has read where their speech goes. */
export function hasSeenNotice(): boolean {
  return readLocal('dictation', z.boolean(), false);
}

export function rememberNotice(): void {
  writeLocal('dictation', true);
}

/** Listens until it is stopped or the browser ends it. Each sentence goes to the cursor of the chat's message. */
export function startDictation(chatId: string): void {
  abortDictation();
  const Constructor = findConstructor();
  if (!Constructor) return;
  const recognition = new Constructor();
  running = recognition;
  Object.assign(recognition, { lang: navigator.language, continuous: true, interimResults: true });
  recognition.onresult = ({ resultIndex, results }) => {
    if (running !== recognition) return;
    let interim = '';
    for (let index = resultIndex; index < results.length; index += 1) {
      const text = results[index]?.[0]?.transcript ?? '';
      if (results[index]?.isFinal) insertAtCursor(chatId, text.trim(), []);
      else interim += text;
    }
    dictation.interim = interim.trim();
  };
  recognition.onerror = ({ error }) => {
    if (running !== recognition || error === 'aborted') return;
    logFailure('dictation failed', new Error(error));
    dictation.failure = { chatId, sentence: dictationTexts.failures[toFailure(error)] };
  };
  recognition.onend = () => {
    if (running === recognition) end();
  };
  Object.assign(dictation, { chatId, interim: '', failure: null });
  try {
    recognition.start();
  } catch (cause) {
    logFailure('dictation failed', cause);
    dictation.failure = { chatId, sentence: dictationTexts.failures.other };
    end();
  }
}

/** Ends listening. What was just said still arrives. */
export function stopDictation(): void {
  running?.stop();
}

/** Ends listening at once, for example because the message was sent or the chat was left. */
export function abortDictation(): void {
  running?.abort();
  end();
}

function end(): void {
  running = null;
  Object.assign(dictation, { chatId: null, interim: '' });
}

/** Teams frames the tab, so it decides about the microphone before the browser asks the person. */
function toFailure(error: string): keyof typeof dictationTexts.failures {
  if (error === 'not-allowed' || error === 'service-not-allowed')
    return getHost().kind === 'teams' ? 'refusedByTeams' : 'refused';
  return failures[error] ?? 'other';
}
