import { endWithParent } from './endWithParent.ts';

/** The bot as `npm start` runs it. */
endWithParent();
await import('../../bot/src/index.ts');
