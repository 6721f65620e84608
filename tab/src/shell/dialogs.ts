import { proxy } from 'valtio';
import type { Mode } from '../../../api/contract/settings.ts';

/** What lies over the screen; one thing at a time, so that Escape always has one meaning. */
export type Panel =
  | { name: 'none' }
  | { name: 'about'; type: 'ava' | 'ks' }
  | { name: 'help' }
  | { name: 'settings' }
  | { name: 'modeSettings'; mode: Mode }
  | { name: 'createCorpus' }
  | { name: 'corpusFiles' | 'editSite' | 'siteInsights'; siteId: string };

export const panels = proxy<{ open: Panel }>({ open: { name: 'none' } });

export function openPanel(panel: Panel): void {
  panels.open = panel;
}

export function closePanel(): void {
  panels.open = { name: 'none' };
}
