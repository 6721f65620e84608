/**
 * After its last test a worker has nothing left to do, but Node then frees all its memory, which can take longer than the
 * half second after which jest says that the worker failed to exit.
 */
if (process.send) process.once('beforeExit', () => process.on('exit', () => process.kill(process.pid, 'SIGKILL')));
