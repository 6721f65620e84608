/**
 * Loaded before the Agents Playground, which would listen on every network card: here its bot answers as somebody of the
 * sandbox without asking who writes.
 */
const { Server } = require('node:net');

const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(first, ...rest) {
  if (typeof first === 'object' && first !== null) return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  const callback = rest.find((each) => typeof each === 'function');
  return listen.call(this, { port: Number(first), host: '127.0.0.1' }, callback);
};
