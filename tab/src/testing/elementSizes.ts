const sizes = { clientHeight: 600, clientWidth: 800, offsetHeight: 100, offsetWidth: 800 };

/** jsdom lays nothing out; with these sizes a virtual list draws what a window of 600 px shows, entries of 100 px. */
export function layOutElements(): void {
  for (const [name, px] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px });
  }
}
