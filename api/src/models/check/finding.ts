import type { CheckOutcome } from '#contract/admin/modelCheck.ts';

/** What a check has found. */
export interface Finding {
  outcome: CheckOutcome;
  detail: string;
  advice?: string;
  /** Whether the other checks would fail for the same reason. */
  isGeneral?: boolean;
}
