import { startStandIns } from '../../../env/sandbox/standIns.ts';

/**
 * The sandbox's servers in a process of their own, for `startApp`: argument 1 is the data folder, 2 the API's address, 3 the
 * bot's where there is one. Says where it all is over IPC and ends with its parent.
 */
const [dataDir = '', apiUrl = '', botUrl] = process.argv.slice(2);
const standIns = await startStandIns({
  needed: { identity: true, models: true },
  ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0 },
  dataDir,
  apiUrl,
  botUrl,
});
process.on('disconnect', () => process.exit(0));
process.send?.({
  env: standIns.env,
  botEnv: standIns.botEnv,
  urls: {
    teams: standIns.teams?.url,
    identity: standIns.identity?.url,
    graph: standIns.graph?.url,
    models: standIns.models?.url,
    channel: standIns.channel?.url ?? '',
  },
});
