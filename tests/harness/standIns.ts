import { startStandIns } from '../../env/sandbox/standIns.ts';

/**
 * The sandbox's servers in a process of their own, for `startApp`: argument 1 is the data folder, 2 the API's address.
 * Says where it all is over IPC and ends with its parent.
 */
const [dataDir = '', apiUrl = ''] = process.argv.slice(2);
const standIns = await startStandIns({
  needed: { identity: true, models: true },
  ports: { teams: 0, identity: 0, graph: 0, models: 0 },
  dataDir,
  apiUrl,
});
process.on('disconnect', () => process.exit(0));
process.send?.({
  env: standIns.env,
  urls: {
    teams: standIns.teams?.url,
    identity: standIns.identity?.url,
    graph: standIns.graph?.url,
    models: standIns.models?.url,
  },
});
