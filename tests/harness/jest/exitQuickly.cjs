/** The type of jest-worker's message after the last test. */
const END = 2;

/**
 * Exits as soon as jest has no more tests for this worker. Waiting until nothing is left to do and freeing all memory can take
 * longer than the half second after which jest says that the worker failed to exit.
 */
if (process.send)
  process.on('message', ([type]) => {
    if (type !== END) return;
    process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
  });
