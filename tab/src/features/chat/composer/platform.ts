/** Whether the keyboard has a Command key. */
export function isMac(platform: string = navigator.platform): boolean {
  return /^(Mac|iPhone|iPad|iPod)/.test(platform);
}
