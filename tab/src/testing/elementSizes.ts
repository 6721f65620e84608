const sizes = { clientHeight: 600, clientWidth: 800, offsetHeight: 100, offsetWidth: 800 };

/** jsdom has no layout. With these sizes a virtual list draws the entries of a 600 px window, 100 px each. */
export function fakeElementSizes(): void {
  for (const [name, px] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px });
  }
}
