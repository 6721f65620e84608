import { FILE_CONTEXT_MAX_BYTES } from '#contract/limits.ts';
import type { Model } from '#contract/models.ts';
import type { Mode } from '#contract/settings.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { isMentionOnly } from '#tab/features/chat/mentions/mention.rules.ts';

export interface FileStatus {
  state: 'waiting' | 'compressing' | 'uploading' | 'reading' | 'ready' | 'failed';
  isImage: boolean;
}

/** Everything that decides whether a draft can be sent. */
export interface SendSituation {
  /** The draft as text, with mentions in brackets. */
  text: string;
  /** Names of the groups mentioned anywhere in the draft. */
  mentions: readonly string[];
  /** Names of all existing groups. */
  groups: readonly string[];
  files: readonly FileStatus[];
  /** Size of the file context in bytes. */
  fileContextBytes?: number;
  responding: boolean;
  memoryPercent: number;
  /** `null` if the model is unknown; the server then decides whether it accepts images. */
  model: Pick<Model, 'modalities'> | null;
  imagesInHistory: boolean;
  mode: Mode;
  /** Whether a search has selected sites. */
  hasSites: boolean;
}

export type SendDecision = { name: 'yes' } | { name: 'no'; reason: string };

const loadingStates: readonly FileStatus['state'][] = ['waiting', 'compressing', 'uploading', 'reading'];

/** Whether Send is enabled. The button and the Enter key use the same check. */
export function canSend(situation: SendSituation): SendDecision {
  const reason = findReasonAgainst(situation);
  return reason === null ? { name: 'yes' } : { name: 'no', reason };
}

function findReasonAgainst(situation: SendSituation): string | null {
  const reasons = chatTexts.sendBlocked;
  const { text, mentions, groups, files, model, mode, hasSites } = situation;
  if (mode === 'ks' && !hasSites) return reasons.noSite;
  if (situation.responding) return reasons.responding;
  if (text.trim() === '') return reasons.empty;
  if (files.length > 0 && mentions.length > 0) return reasons.filesWithMention;
  if (isMentionOnly(text, groups)) return reasons.loneMention;
  if (files.some((file) => loadingStates.includes(file.state))) return reasons.filesLoading;
  if ((situation.fileContextBytes ?? 0) >= FILE_CONTEXT_MAX_BYTES) return reasons.fileContextTooLarge;
  const images = situation.imagesInHistory || files.some((file) => file.isImage);
  if (images && model && !model.modalities.includes('image_input')) return reasons.imagesNotSupported;
  if (situation.memoryPercent > 100) return reasons.memoryFull;
  return null;
}
