import { proxy } from 'valtio';

/** Whose passages the Search tab shows: one answer's, or the newest's of the open conversation. */
export const found = proxy<{ messageId: string | null }>({ messageId: null });
