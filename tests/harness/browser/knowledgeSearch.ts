import type { Browser, Locator } from 'playwright-core';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from './visit.ts';

/** Opens AVA as a person and switches to Knowledge Search. */
export async function openKnowledgeSearch(browser: Browser, app: TestApp, person: string): Promise<Visit> {
  const visit = await openVisit(browser, app, { person });
  await visit.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  return visit;
}

export const selectFinance = (visit: Visit): Promise<void> =>
  visit.tab
    .getByRole('button', { name: /^Finance/ })
    .first()
    .click();

export const getWorkspace = (visit: Visit): Locator => visit.tab.getByRole('complementary', { name: 'Workspace' });
