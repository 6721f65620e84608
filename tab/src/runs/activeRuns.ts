import { logFailure } from '#tab/state/log.ts';

/** A run that this window started or follows: the answer of a chat, or the run of a task. Not a proxy: no component reads it. */
export interface ActiveRun {
  /** Id by which the run can be stopped: chosen by this window, or the id of the run after a reload. */
  readonly eventSessionId: string;
  /** Ends the following; the run continues on the server. */
  readonly controller: AbortController;
  readonly stopping: Stopping;
  /** Whether the person has asked to stop it. */
  isStopping: boolean;
  /** Whether the server is known to have the run: its first event has arrived, or the id is the server's. */
  isStarted: boolean;
  /** Time of the last event, from `Date.now`. */
  lastEventAt: number;
  /** In a chat: key of the entry that the answer is written into, once it is followed. */
  entryKey: string | null;
}

/** How a run is stopped, and what happens if that fails. */
interface Stopping {
  call: (eventSessionId: string) => Promise<unknown>;
  logged: string;
  /** Tells the person, who can try again. */
  onFailed: () => void;
}

/** Active runs by the id of their chat or task, which has at most one. */
export const activeRuns = new Map<string, ActiveRun>();

/** @param isStarted whether this window joins a run that the server already has */
export function createActiveRun(eventSessionId: string, isStarted: boolean, stopping: Stopping): ActiveRun {
  return {
    eventSessionId,
    controller: new AbortController(),
    stopping,
    isStopping: false,
    isStarted,
    lastEventAt: Date.now(),
    entryKey: null,
  };
}

/** Asks the server to stop a run. A run that the server does not know yet is stopped when it starts (see receiveRun.ts). */
export async function stopRun(active: ActiveRun): Promise<void> {
  active.isStopping = true;
  try {
    await active.stopping.call(active.eventSessionId);
  } catch (cause) {
    logFailure(active.stopping.logged, cause);
    if (!active.isStarted) return;
    active.isStopping = false;
    active.stopping.onFailed();
  }
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
