import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { iconFaults, manifestFaults, type Manifest } from './manifestRules.ts';
import { appPackage, fillPlaceholders } from './package.ts';

const values = {
  COMPANY_NAME: 'Northwind Studio',
  COMPANY_WEBSITE: 'https://www.northwind.example',
  TEAMS_APP_ID: '11111111-1111-4111-8111-111111111111',
  AAD_APP_CLIENT_ID: '22222222-2222-4222-8222-222222222222',
  BOT_ID: '33333333-3333-4333-8333-333333333333',
  TAB_DOMAIN: 'ava.northwind.example',
  TAB_ENDPOINT: 'https://ava.northwind.example',
};

async function goodManifest(): Promise<Manifest> {
  return JSON.parse(fillPlaceholders(await readFile(join(__dirname, 'manifest.json'), 'utf8'), values)) as Manifest;
}

describe('the app package', () => {
  it('holds the filled manifest and both icons, and nothing else', async () => {
    const files = unzipSync(await appPackage(__dirname, values));

    expect(Object.keys(files).sort()).toEqual(['color.png', 'manifest.json', 'outline.png']);
    const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as Manifest;
    expect(manifest.id).toBe(values.TEAMS_APP_ID);
    expect(manifest.webApplicationInfo.resource).toBe(`api://ava.northwind.example/${values.AAD_APP_CLIENT_ID}`);
    expect(JSON.stringify(manifest)).not.toContain('${{');
  });

  it('is the same, byte for byte, every time', async () => {
    expect(await appPackage(__dirname, values)).toEqual(await appPackage(__dirname, values));
  });

  it('names every value that is missing, once', async () => {
    const incomplete = { ...values, BOT_ID: '', TAB_DOMAIN: undefined };

    await expect(appPackage(__dirname, incomplete)).rejects.toThrow('No value for BOT_ID, TAB_DOMAIN.');
  });

  it('keeps a company name with quotes inside its string', () => {
    const filled = fillPlaceholders('{"name": "${{COMPANY_NAME}}"}', { COMPANY_NAME: 'The "North" Wind' });

    expect(JSON.parse(filled)).toEqual({ name: 'The "North" Wind' });
  });
});

describe('the rules of the manifest', () => {
  it('find nothing wrong with the one in this folder', async () => {
    expect(manifestFaults(await goodManifest())).toEqual([]);
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
    ['', () => ({ colour: 'purple' })],
  ])('refuse a wrong %s', async (place, change) => {
    const manifest = await goodManifest();
    const faults = manifestFaults({ ...manifest, ...change(manifest) });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(`${place}:`);
  });

  it('refuse a tab on a domain that is not declared', async () => {
    const faults = manifestFaults({ ...(await goodManifest()), validDomains: ['token.botframework.com'] });

    expect(faults[0]).toContain('https://ava.northwind.example/ is on none of the validDomains');
  });

  it('refuse an icon of another size and a file that is no picture', async () => {
    const outline = await readFile(join(__dirname, 'outline.png'));

    expect(iconFaults('outline.png', outline, 32)).toEqual([]);
    expect(iconFaults('outline.png', outline, 192)).toEqual(['outline.png: is 32 × 32, not 192 × 192']);
    expect(iconFaults('color.png', Buffer.from('GIF89a'), 192)).toEqual(['color.png: is not a PNG']);
  });
});
