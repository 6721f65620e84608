import { openDatabase } from '../../../api/src/storage/openDatabase.ts';
import { createStore, type Store } from '../../../api/src/storage/store.ts';
import { createRecordingLog } from '../fakes/recordingLog.ts';
import { startApp, type TestApp } from './startApp.ts';

/** Starts an app whose store holds rows that no call accepts, such as answers of a hostile model. */
export async function startAppWithRows(addRows: (store: Store) => Promise<void>): Promise<TestApp> {
  const app = await startApp({ store: 'embedded' });
  await app.terminate();
  const database = await openDatabase({ dataDir: app.dataDir, log: createRecordingLog() });
  await addRows(createStore(database.kysely));
  await database.close();
  await app.restart();
  return app;
}
