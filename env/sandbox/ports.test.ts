import { createServer, type AddressInfo } from 'node:net';
import { portsOf, refuseTakenPorts } from './ports.ts';

describe('the ports', () => {
  it('are the usual ones unless the environment names others', () => {
    const servers = { teams: 3979, api: 3980, identity: 3981, graph: 3982, models: 3983, channel: 3984 };
    expect(portsOf({})).toEqual({ ...servers, bot: 3978, playground: 56150 });
    expect(portsOf({ PORT: '8080', SANDBOX_GRAPH_PORT: '8082' })).toMatchObject({ api: 8080, graph: 8082 });
  });

  it.each(['eighty', '0', '-1', '65536', '80.5'])('cannot be %s', (port) => {
    expect(() => portsOf({ SANDBOX_MODELS_PORT: port })).toThrow(`SANDBOX_MODELS_PORT is "${port}"`);
  });

  it('that are taken are named together with the setting that changes them', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const ports = { ...portsOf({}), identity: port };

    await expect(refuseTakenPorts(ports, ['identity'])).rejects.toThrow(
      `Port ${port} is already taken. Set SANDBOX_IDENTITY_PORT to a free one`,
    );

    await new Promise((done) => other.close(done));
    await expect(refuseTakenPorts(ports, ['identity'])).resolves.toBeUndefined();
  });
});
