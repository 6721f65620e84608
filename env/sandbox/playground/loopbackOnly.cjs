/**
 * Preloaded into the Agents Playground, which would otherwise listen on all network interfaces. It calls the bot without
 * sign-in, so other machines must not reach it.
 */
const { Server } = require('node:net');

const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(first, ...rest) {
  if (typeof first === 'object' && first !== null) return listen.call(this, { ...first, host: '127.0.0.1' }, ...rest);
  const callback = rest.find((argument) => typeof argument === 'function');
  return listen.call(this, { port: Number(first), host: '127.0.0.1' }, callback);
};
