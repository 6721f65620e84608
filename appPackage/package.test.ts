import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { findIconProblems, findManifestProblems, type Manifest } from './manifestRules.ts';
import { buildAppPackage, fillPlaceholders } from './package.ts';

const values = {
  COMPANY_NAME: 'Northwind Studio',
  COMPANY_WEBSITE: 'https://www.northwind.example',
  TEAMS_APP_ID: '11111111-1111-4111-8111-111111111111',
  AAD_APP_CLIENT_ID: '22222222-2222-4222-8222-222222222222',
  BOT_ID: '33333333-3333-4333-8333-333333333333',
  TAB_DOMAIN: 'ava.northwind.example',
  TAB_ENDPOINT: 'https://ava.northwind.example',
};

async function readValidManifest(): Promise<Manifest> {
  return JSON.parse(
    fillPlaceholders(await readFile(join(import.meta.dirname, 'manifest.json'), 'utf8'), values),
  ) as Manifest;
}

describe('the app package', () => {
  it('contains only the filled manifest and both icons', async () => {
    const files = unzipSync(await buildAppPackage(import.meta.dirname, values));

    expect(Object.keys(files).sort()).toEqual(['color.png', 'manifest.json', 'outline.png']);
    const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as Manifest;
    expect(manifest.id).toBe(values.TEAMS_APP_ID);
    expect(manifest.webApplicationInfo.resource).toBe(`api://ava.northwind.example/botid-${values.BOT_ID}`);
    expect(JSON.stringify(manifest)).not.toContain('${{');
  });

  it('is reproducible', async () => {
    expect(await buildAppPackage(import.meta.dirname, values)).toEqual(
      await buildAppPackage(import.meta.dirname, values),
    );
  });

  it('reports every missing value once', async () => {
    const incomplete = { ...values, BOT_ID: '', TAB_DOMAIN: undefined };

    await expect(buildAppPackage(import.meta.dirname, incomplete)).rejects.toThrow('No value for BOT_ID, TAB_DOMAIN.');
  });

  it('escapes quotes in a company name', () => {
    const filled = fillPlaceholders('{"name": "${{COMPANY_NAME}}"}', { COMPANY_NAME: 'The "North" Wind' });

    expect(JSON.parse(filled)).toEqual({ name: 'The "North" Wind' });
  });
});

describe('the rules of the manifest', () => {
  it('accept the manifest in this folder', async () => {
    expect(findManifestProblems(await readValidManifest())).toEqual([]);
  });

  it.each<[string, (manifest: Manifest) => object]>([
    ['name.short', (manifest) => ({ name: { ...manifest.name, short: 'A'.repeat(31) } })],
    ['name.short', (manifest) => ({ name: { ...manifest.name, short: 'AVA for Teams' } })],
    ['description.short', (manifest) => ({ description: { ...manifest.description, short: 'A'.repeat(81) } })],
    ['developer.name', (manifest) => ({ developer: { ...manifest.developer, name: 'A'.repeat(33) } })],
    ['developer.privacyUrl', (manifest) => ({ developer: { ...manifest.developer, privacyUrl: 'http://a.example' } })],
    ['accentColor', () => ({ accentColor: 'purple' })],
    ['id', () => ({ id: '${{TEAMS_APP_ID}}' })],
    ['validDomains.0', () => ({ validDomains: ['quiet-fox.ngrok.io'] })],
    [
      'webApplicationInfo.resource',
      () => ({ webApplicationInfo: { id: values.BOT_ID, resource: 'api://AVA.example/1' } }),
    ],
    ...[values.AAD_APP_CLIENT_ID, values.BOT_ID, `botid-${values.AAD_APP_CLIENT_ID}`, `BotId-${values.BOT_ID}`].map(
      (name): [string, (manifest: Manifest) => object] => [
        'webApplicationInfo.resource',
        ({ webApplicationInfo }) => ({
          webApplicationInfo: { ...webApplicationInfo, resource: `api://${values.TAB_DOMAIN}/${name}` },
        }),
      ],
    ),
    [
      'webApplicationInfo.resource',
      ({ webApplicationInfo }) => ({
        webApplicationInfo: { ...webApplicationInfo, resource: `api://other.example/botid-${values.BOT_ID}` },
      }),
    ],
    ['', () => ({ color: 'purple' })],
  ])('reject an invalid %s', async (path, change) => {
    const manifest = await readValidManifest();
    const problems = findManifestProblems({ ...manifest, ...change(manifest) });

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(`${path}:`);
  });

  it('reject a tab on a domain that is not declared', async () => {
    const problems = findManifestProblems({ ...(await readValidManifest()), validDomains: ['token.botframework.com'] });

    expect(problems[0]).toContain('https://ava.northwind.example/ is on none of the validDomains');
  });

  it('reject an icon of another size and a file that is not a PNG', async () => {
    const outline = await readFile(join(import.meta.dirname, 'outline.png'));

    expect(findIconProblems('outline.png', outline, 32)).toEqual([]);
    expect(findIconProblems('outline.png', outline, 192)).toEqual(['outline.png: is 32 × 32, not 192 × 192']);
    expect(findIconProblems('color.png', Buffer.from('GIF89a'), 192)).toEqual(['color.png: is not a PNG']);
  });
});
