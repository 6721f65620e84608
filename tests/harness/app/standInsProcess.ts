import { startStandIns } from '../../../env/sandbox/standIns.ts';

/**
 * A process for the sandbox's servers, started by `startApp`. Arguments: data folder, URL of the API, URL of the bot if
 * it runs. Sends the servers' URLs over IPC and exits with its parent.
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
