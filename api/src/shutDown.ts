import { DRAIN_MS } from '#contract/limits.ts';
import type { AppContext } from './context.ts';
import type { Server } from './http/server.ts';

/** Time for open requests to end. */
const CLOSE_SOCKETS_MS = 1_000;

interface Closable {
  close(): void;
}

/** The services that a process of AVA has started. A worker has no server. */
interface StartedParts {
  ctx: AppContext;
  jobs: { stop(): void } | null;
  server: Server | null;
  background: readonly Closable[];
}

/**
 * The order of a shutdown: no new jobs and connections, then the runs end or are marked as interrupted, then the open
 * connections are closed. The caller closes the store last.
 */
export async function shutDown({ ctx, jobs, server, background }: StartedParts, drainMs = DRAIN_MS): Promise<void> {
  jobs?.stop();
  server?.server.close();
  await ctx.runs.close(drainMs);
  if (server && server.inflightRequests() > 0) await ctx.clock.sleep(CLOSE_SOCKETS_MS);
  server?.server.closeAllConnections();
  for (const part of background) part.close();
  await ctx.queue.close();
  ctx.identity.close();
}

/** The first signal stops the process gracefully; a second one exits at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
