import type { ChipState } from './FileChip.tsx';
import { isAtServer } from '../files.rules.ts';
import type { ChatFile } from '../files.state.ts';
import { fileTexts } from '../files.texts.ts';

/** How a chip says where a file stands. */
export function chipState(file: ChatFile): ChipState {
  const { states } = fileTexts;
  if (file.state === 'reading') return { name: file.state, word: states.reading(file.percent) };
  return { name: file.state, word: isAtServer(file) ? states.waitingForReading : states[file.state] };
}

/** The whole name and what a person may want to know; why a file failed, or that it cannot be opened. */
export function chipTooltip(file: ChatFile): string {
  if (file.state === 'failed') return [file.name, file.reason].filter(Boolean).join(' · ');
  if (file.state === 'waiting' && isAtServer(file)) return [file.name, fileTexts.waitingForReading].join(' · ');
  if (file.state !== 'ready') return file.name;
  return [file.name, fileTexts.size(file.size), fileTexts.tokens(file.content.tokens)].join(' · ');
}
