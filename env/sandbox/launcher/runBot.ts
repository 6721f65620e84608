import { stopWithParent } from './stopWithParent.ts';

/** Runs the bot for `npm start`. */
stopWithParent();
await import('../../../bot/src/index.ts');
