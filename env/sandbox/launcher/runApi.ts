import { stopWithParent } from './stopWithParent.ts';

/** Runs the API for `npm start`. */
stopWithParent();
await import('../../../api/src/index.ts');
