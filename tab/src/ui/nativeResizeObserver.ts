/** Replaces @juggle/resize-observer, which slate-react imports (see vite.config.ts). */
export const ResizeObserver = globalThis.ResizeObserver;
