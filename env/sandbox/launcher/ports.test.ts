import { createServer, type AddressInfo } from 'node:net';
import { readPorts, checkPorts } from './ports.ts';

describe('the ports', () => {
  it('have defaults that the environment can change', () => {
    const servers = { teams: 3979, api: 3980, identity: 3981, graph: 3982, models: 3983, channel: 3984, mcp: 3985 };
    expect(readPorts({})).toEqual({ ...servers, bot: 3978, playground: 56150 });
    expect(readPorts({ PORT: '8080', SANDBOX_GRAPH_PORT: '8082' })).toMatchObject({ api: 8080, graph: 8082 });
  });

  it.each(['eighty', '0', '-1', '65536', '80.5'])('cannot be %s', (port) => {
    expect(() => readPorts({ SANDBOX_MODELS_PORT: port })).toThrow(`SANDBOX_MODELS_PORT is "${port}"`);
  });

  it('are reported if they are in use, with the variable that changes them', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const ports = { ...readPorts({}), identity: port };

    await expect(checkPorts(ports, ['identity'])).rejects.toThrow(
      `Port ${port} is in use. Set SANDBOX_IDENTITY_PORT to a free port`,
    );

    await new Promise((done) => other.close(done));
    await expect(checkPorts(ports, ['identity'])).resolves.toBeUndefined();
  });
});
