import { showToast } from '../shell/toasts/toasts.ts';
import { logFailure } from '../state/log.ts';

/** A run that this window started or follows: the answer of a chat, or the run of a task. Not a proxy: no component reads it. */
export interface ActiveRun {
  /** Id by which the run can be stopped: chosen by this window, or the id of the run after a reload. */
  readonly eventSessionId: string;
  /** Ends the following; the run continues on the server. */
  readonly controller: AbortController;
  readonly stopping: Stopping;
  /** Whether the person has asked to stop it. */
  isStopping: boolean;
  /** Whether its first event has arrived. Before that, the server may not know the run. */
  isStarted: boolean;
  /** Time of the last event, from `Date.now`. */
  lastEventAt: number;
  /** In a chat: key of the entry that the answer is written into, once it is followed. */
  entryKey: string | null;
}

/** How a run is stopped, and what the log and the person read if that fails. */
interface Stopping {
  call: (eventSessionId: string) => Promise<unknown>;
  logged: string;
  shown: string;
}

/** Active runs by the id of their chat or task, which has at most one. */
export const activeRuns = new Map<string, ActiveRun>();

export function createActiveRun(eventSessionId: string, stopping: Stopping): ActiveRun {
  return {
    eventSessionId,
    controller: new AbortController(),
    stopping,
    isStopping: false,
    isStarted: false,
    lastEventAt: Date.now(),
    entryKey: null,
  };
}

/**
 * Asks the server to stop a run. A run that the server does not know yet is stopped when it starts (see receiveRun.ts).
 * After a failure, a toast says so and the person can try again. Returns whether the run is being stopped.
 */
export async function stopRun(active: ActiveRun): Promise<boolean> {
  active.isStopping = true;
  try {
    await active.stopping.call(active.eventSessionId);
  } catch (cause) {
    logFailure(active.stopping.logged, cause);
    if (!active.isStarted) return true;
    active.isStopping = false;
    showToast('error', active.stopping.shown);
  }
  return active.isStopping;
}

/** Stops following; the run continues on the server. */
export function leaveRun(id: string): void {
  activeRuns.get(id)?.controller.abort();
  activeRuns.delete(id);
}

/** Removes a run that has ended, unless the chat or task has a newer one. */
export function removeActiveRun(id: string, active: ActiveRun): void {
  if (activeRuns.get(id) === active) activeRuns.delete(id);
}
