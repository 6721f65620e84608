/**
 * Stops this process, as SIGTERM does, when the process that started it ends and so closes the pipe to stdin. Otherwise
 * a killed `npm start` would leave processes that block their ports and the data folder.
 */
export function stopWithParent(): void {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  // Otherwise the listener would keep this process alive.
  if ('unref' in process.stdin) process.stdin.unref();
}
