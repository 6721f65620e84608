import { proxy } from 'valtio';
import type { CheckResult } from '#contract/admin/modelCheck.ts';

/** The latest check of a model: running, ended, stopped by the administrator, or failed with a sentence. */
export type ModelCheckState =
  | { name: 'running'; results: CheckResult[] }
  | { name: 'done'; results: CheckResult[]; ms: number; entry: string | null }
  | { name: 'stopped'; results: CheckResult[] }
  | { name: 'failed'; results: CheckResult[]; detail: string };

/** Checks by deployment. They stay while AVA is open, also when another section is shown. */
export const modelChecks = proxy<{ states: Record<string, ModelCheckState> }>({ states: {} });

export function isCheckRunning(states: Readonly<Record<string, Readonly<{ name: string }>>>): boolean {
  return Object.values(states).some(({ name }) => name === 'running');
}
