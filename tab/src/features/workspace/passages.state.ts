import { proxy } from 'valtio';

/** Answer whose passages the Search tab shows; `null` for the newest one of the open conversation. */
export const shownPassages = proxy<{ messageId: string | null }>({ messageId: null });
