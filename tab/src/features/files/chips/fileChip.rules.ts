import type { ChipState } from './FileChip.tsx';
import { isOnServer } from '#tab/features/files/files.rules.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';

/** State of a file as its chip shows it. @param isLookedUp whether AVA looks things up in the file instead of sending it */
export function getChipState(file: ChatFile, isLookedUp: boolean): ChipState {
  const { states } = fileTexts;
  if (file.state === 'reading') return { name: file.state, word: states.reading(file.percent) };
  if (file.state === 'uploading') return { name: file.state, word: states.uploading(file.percent) };
  if (file.state === 'ready' && file.content.kind === 'text' && file.content.isPartlyRead)
    return { name: 'partlyRead', word: states.partlyRead };
  if (file.state === 'ready' && isLookedUp) return { name: 'lookedUp', word: states.lookedUp };
  return { name: file.state, word: isOnServer(file) ? states.waitingForReading : states[file.state] };
}

/** Full name plus details: why a file failed, that it waits, or its size, its tokens and what was not read. */
export function getChipTooltip(file: ChatFile, isLookedUp: boolean): string {
  if (file.state === 'failed') return [file.name, file.reason].filter(Boolean).join(' · ');
  if (file.state === 'waiting' && isOnServer(file)) return [file.name, fileTexts.waitingForReading].join(' · ');
  if (file.state !== 'ready') return file.name;
  const { content } = file;
  const notes = content.kind === 'text' ? [content.usedOcr && fileTexts.readWithOcr, content.warning] : [];
  const size = [fileTexts.size(file.size), fileTexts.tokens(content.tokens)];
  return [file.name, ...size, ...notes, isLookedUp && fileTexts.lookedUp].filter(Boolean).join(' · ');
}
