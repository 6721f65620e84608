import { endpoints } from '#contract/endpoints.ts';
import { renderDocsPage } from './docsPage.ts';
import { createOpenApi } from './openApi.ts';

const page = renderDocsPage(createOpenApi('1.2.3'));

it('the docs have every call with its method, its path and what it does', () => {
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    const call = page.slice(page.indexOf(`<details id="${name}">`)).split('</details>')[0] ?? '';
    expect(call).toContain(`>${method}</span>`);
    expect(call).toContain(`<code>${path}</code>`);
  }
});

it('a call shows its fields with their types, and what is inside them', () => {
  const call = page.slice(page.indexOf('<details id="chatResponseWithContext">')).split('</details>')[0] ?? '';
  for (const name of ['convo_id', 'text', 'file_context', 'scrapedFileId', 'siteId', 'detail'])
    expect(call).toContain(`<code>${name}</code>`);
  expect(call).toMatch(/<code>convo_id<\/code> <span class="type">text \(uuid\)<\/span>\s/);
  expect(call).toMatch(/<code>request_id<\/code> <span class="type">text \(uuid\)<\/span> <em>optional<\/em>/);
});

/** @proves threat:nothing-reported */
it('the docs load nothing but their styles, and run nothing', () => {
  expect(page).not.toMatch(/<script|<img|<iframe|<object|<form|\son\w+=|\sstyle=/i);
  const addresses = [...page.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual(['/docs/docs.css', '/openapi.json']);
});

it('text of a description is shown, not run', () => {
  const info = { title: 'AVA', version: '<b>1</b>', description: '<script>alert(1)</script>' };
  const hostile = renderDocsPage({ ...createOpenApi('1'), info, paths: {} });
  expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(hostile).not.toMatch(/<script|<b>/);
});
