import { endWithParent } from './endWithParent.ts';

/** The API as `npm start` runs it. */
endWithParent();
await import('../../api/src/index.ts');
