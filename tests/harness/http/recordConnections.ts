import { Socket } from 'node:net';

export interface RecordedConnections {
  /** Hosts and sockets of the file system that this process has connected to, whatever client it used. */
  list(): string[];
  stop(): void;
}

interface ConnectOptions {
  host?: string;
  path?: string | null;
}

/** Records every connection of this process, also those of an app that runs in this process. */
export function recordConnections(): RecordedConnections {
  const hosts = new Set<string>();
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function record(this: Socket, ...args: unknown[]) {
    const options = args.flat().find((arg) => typeof arg === 'object' && arg !== null) as ConnectOptions | undefined;
    hosts.add(options?.path ?? options?.host ?? 'localhost');
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
  return {
    list: () => [...hosts],
    stop: () => void (Socket.prototype.connect = connect as typeof Socket.prototype.connect),
  };
}
