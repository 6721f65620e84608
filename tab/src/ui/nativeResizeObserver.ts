/** Stands in for @juggle/resize-observer, which slate-react imports (vite.config.ts). */
export const ResizeObserver = globalThis.ResizeObserver;
