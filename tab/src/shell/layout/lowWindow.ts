/**
 * Media query of a window that is low, for example a laptop at 200 % zoom or a phone on its side. Composer and hints
 * become smaller there, so that the conversation keeps at least half of the height.
 */
export const LOW_WINDOW = '@media (max-height: 480px)';
