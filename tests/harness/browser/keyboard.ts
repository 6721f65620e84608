import type { Locator } from 'playwright-core';
import type { Visit } from './visit.ts';

/** More presses than any screen has stops: what is not reached by then never is. */
const MOST_STOPS = 60;

/** Presses a key until something has the focus, as a person without a mouse does. */
export async function walkTo(here: Visit, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await here.page.keyboard.press(key);
  }
  throw new Error(`${MOST_STOPS} presses of ${key} did not lead to ${String(target)}.`);
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches(':focus'));
}

/** Focus moves a moment after what had it before has gone. */
export async function expectFocus(target: Locator): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if ((await target.count()) > 0 && (await hasFocus(target))) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error(`${String(target)} does not have the focus.`);
}

export async function press(here: Visit, ...keys: string[]): Promise<void> {
  for (const key of keys) await here.page.keyboard.press(key);
}
