import { proxy } from 'valtio';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';

export interface Library {
  loading: { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed' };
  items: LibraryTask[];
}

export const library = proxy<Library>({ loading: { name: 'idle' }, items: [] });
