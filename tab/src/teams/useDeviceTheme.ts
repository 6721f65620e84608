import { useEffect, useState } from 'react';
import type { HostTheme } from './teamsHost.ts';

const queries = { contrast: '(forced-colors: active)', dark: '(prefers-color-scheme: dark)' } as const;

function getDeviceTheme(): HostTheme {
  if (window.matchMedia(queries.contrast).matches) return 'contrast';
  return window.matchMedia(queries.dark).matches ? 'dark' : 'default';
}

/** Follows the device's theme in a plain browser. */
export function useDeviceTheme(): HostTheme {
  const [theme, setTheme] = useState(getDeviceTheme);
  useEffect(() => {
    const lists = Object.values(queries).map((query) => window.matchMedia(query));
    const follow = () => setTheme(getDeviceTheme());
    for (const list of lists) list.addEventListener('change', follow);
    return () => {
      for (const list of lists) list.removeEventListener('change', follow);
    };
  }, []);
  return theme;
}
