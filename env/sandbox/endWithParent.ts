/**
 * For a process that `npm start` runs: when the process that started it is gone, however that ended, the pipe to it breaks,
 * and this one closes as it does on SIGTERM instead of holding its port and its data for nobody.
 */
export function endWithParent(): void {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  // A pipe that is listened to would keep the process alive.
  if ('unref' in process.stdin) process.stdin.unref();
}
