import type { Locator } from 'playwright-core';
import { eventually } from '#tests/harness/eventually.ts';
import type { Visit } from './visit.ts';

/** Maximum number of key presses, more than any screen has focusable elements. */
const MAX_PRESSES = 60;

/**
 * Waits until the target is enabled, for example after its choices are loaded, and presses a key until it has the
 * focus.
 */
export async function moveFocusTo(visit: Visit, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  await eventually(async () => expect(await target.evaluate((element) => element.matches(':disabled'))).toBe(false));
  // Finding the target by its role takes longer than a press, so it is found again only if it has been replaced.
  let element = await target.elementHandle();
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    const isFocused = await element?.evaluate((node) => (node.isConnected ? node.matches(':focus') : null));
    if (isFocused ?? (await hasFocus(target))) return;
    if (isFocused === null) element = await target.elementHandle();
    await visit.page.keyboard.press(key);
  }
  throw new Error(`${MAX_PRESSES} presses of ${key} did not focus ${String(target)}.`);
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches(':focus'));
}

/** Retries for ten seconds, because a menu or dialog returns the focus only after it has closed. */
export async function expectFocus(target: Locator): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await target.count()) > 0 && (await hasFocus(target))) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${String(target)} does not have the focus.`);
}

export async function pressKeys(visit: Visit, ...keys: string[]): Promise<void> {
  for (const key of keys) await visit.page.keyboard.press(key);
}
