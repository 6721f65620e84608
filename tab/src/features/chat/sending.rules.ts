import { FILE_CONTEXT_MAX_BYTES } from '../../../../api/contract/limits.ts';
import type { Model } from '../../../../api/contract/models.ts';
import type { Mode } from '../../../../api/contract/settings.ts';
import { chatTexts } from './chat.texts.ts';
import { isLoneMention } from './mention.rules.ts';

export interface FileStatus {
  state: 'waiting' | 'compressing' | 'uploading' | 'reading' | 'ready' | 'failed';
  isImage: boolean;
}

/** All that decides whether a draft may be sent. */
export interface SendSituation {
  /** The draft as text, mentions in brackets. */
  text: string;
  /** Names of the groups mentioned anywhere in the draft. */
  mentions: readonly string[];
  /** Names of the groups that exist. */
  groups: readonly string[];
  files: readonly FileStatus[];
  /** Bytes of the file context as it would be sent. */
  fileContextBytes?: number;
  responding: boolean;
  memoryPercent: number;
  /** `null` where the model is not known; the server decides then. */
  model: Pick<Model, 'modalities'> | null;
  imagesInHistory: boolean;
  mode: Mode;
  siteId: string | null;
}

export type MaySend = { name: 'yes' } | { name: 'no'; reason: string };

const loadingStates: readonly FileStatus['state'][] = ['waiting', 'compressing', 'uploading', 'reading'];

/** Whether Send is enabled (specification, section 5). The button, the Enter key and `send` ask this one function. */
export function maySend(situation: SendSituation): MaySend {
  const reason = reasonAgainst(situation);
  return reason === null ? { name: 'yes' } : { name: 'no', reason };
}

function reasonAgainst(situation: SendSituation): string | null {
  const reasons = chatTexts.maySend;
  const { text, mentions, groups, files, model, mode, siteId } = situation;
  if (mode === 'ks' && !siteId) return reasons.noSite;
  if (situation.responding) return reasons.responding;
  if (text.trim() === '') return reasons.empty;
  if (files.length > 0 && mentions.length > 0) return reasons.filesWithMention;
  if (isLoneMention(text, groups)) return reasons.loneMention;
  if (files.some((file) => loadingStates.includes(file.state))) return reasons.filesLoading;
  if ((situation.fileContextBytes ?? 0) >= FILE_CONTEXT_MAX_BYTES) return reasons.fileContextTooLarge;
  const images = situation.imagesInHistory || files.some((file) => file.isImage);
  if (images && model && !model.modalities.includes('image_input')) return reasons.imagesNotSupported;
  if (situation.memoryPercent > 100) return reasons.memoryFull;
  return null;
}
