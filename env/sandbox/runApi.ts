/**
 * The API as `npm start` runs it: when the process that started it is gone, however that ended, the pipe to it breaks,
 * and the API closes as it does on SIGTERM instead of holding its port and its data for nobody.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
// A pipe that is listened to would keep the process alive.
if ('unref' in process.stdin) process.stdin.unref();

await import('../../api/src/index.ts');
