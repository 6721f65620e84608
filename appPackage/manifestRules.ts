import { z } from 'zod';
import { toBotResourceName } from '#contract/microsoft365.ts';

const Id = z.guid();
const Url = z.url({ protocol: /^https$/ }).max(2048);
const Scope = z.enum(['personal', 'team', 'groupChat']);
/** A host name, also with a leading wildcard. Tunnel services are rejected: their hosts can go to another owner. */
const Domain = z
  .string()
  .regex(/^(\*\.)?[a-z0-9.-]+(:\d+)?$/, 'is not a host name in lower case')
  .refine((domain) => !/ngrok|devtunnels|loca\.lt|trycloudflare/.test(domain), 'is a tunnel');

/**
 * The rules of the app manifest (schema 1.30) and of Teams' validation for the fields that AVA uses.
 * Fields that are missing here are rejected: look up the rule and add it.
 */
export const Manifest = z.strictObject({
  $schema: Url,
  manifestVersion: z.literal('1.30'),
  version: z.string().regex(/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/, 'is not like 1.2.3'),
  id: Id,
  developer: z.strictObject({ name: z.string().min(1).max(32), websiteUrl: Url, privacyUrl: Url, termsOfUseUrl: Url }),
  name: z.strictObject({
    short: z
      .string()
      .min(1)
      .max(30)
      .regex(/^(?!.*teams)/i, 'contains the name of Teams'),
    full: z.string().max(100),
  }),
  description: z.strictObject({ short: z.string().min(1).max(80), full: z.string().min(1).max(4000) }),
  icons: z.strictObject({ color: z.string(), outline: z.string() }),
  accentColor: z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a color like #5B5FC7'),
  staticTabs: z
    .array(
      z.strictObject({
        entityId: z.string().min(1).max(64),
        name: z.string().min(1).max(128),
        contentUrl: Url,
        websiteUrl: Url,
        scopes: z.array(Scope).nonempty(),
      }),
    )
    .max(16),
  bots: z
    .array(
      z.strictObject({
        botId: Id,
        scopes: z.array(Scope).nonempty(),
        /** Whether people can send files to it in its personal chat. */
        supportsFiles: z.boolean().optional(),
        commandLists: z
          .array(
            z.strictObject({
              scopes: z.array(Scope).nonempty(),
              commands: z
                .array(z.strictObject({ title: z.string().max(128), description: z.string().max(4000) }))
                .max(10),
            }),
          )
          .max(3),
      }),
    )
    .max(1),
  permissions: z.array(z.enum(['identity', 'messageTeamMembers'])),
  devicePermissions: z.array(z.enum(['geolocation', 'media', 'notifications', 'midi', 'openExternal'])).optional(),
  validDomains: z.array(Domain).max(16),
  webApplicationInfo: z.strictObject({
    id: Id,
    // An upper-case letter in the domain breaks sign-in on Android.
    resource: z.string().regex(/^api:\/\/[a-z0-9.:-]+\/[0-9a-zA-Z-]+$/, 'is not like api://domain/id'),
  }),
  defaultInstallScope: Scope,
});
export type Manifest = z.infer<typeof Manifest>;

/** Validates a manifest whose placeholders are filled. Returns one line per problem. */
export function findManifestProblems(manifest: unknown): string[] {
  const checked = Manifest.safeParse(manifest);
  if (!checked.success) return checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const { staticTabs, validDomains, bots, webApplicationInfo } = checked.data;
  const expected = bots.map(({ botId }) => `api://${validDomains[0]}/${toBotResourceName(botId)}`)[0];
  const resourceProblems =
    expected === undefined || webApplicationInfo.resource === expected
      ? []
      : [`webApplicationInfo.resource: is not ${expected}, so that Teams signs nobody in to the bot`];
  const tabProblems = staticTabs
    .flatMap(({ contentUrl, websiteUrl }) => [contentUrl, websiteUrl])
    .filter((url) => !validDomains.includes(new URL(url).host))
    .map((url) => `staticTabs: ${url} is on none of the validDomains`);
  return [...tabProblems, ...resourceProblems];
}

/** Validates an icon: Teams requires a PNG of exactly `size` × `size` pixels. */
export function findIconProblems(name: string, file: Buffer, size: number): string[] {
  if (file.subarray(1, 4).toString('latin1') !== 'PNG') return [`${name}: is not a PNG`];
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  return width === size && height === size ? [] : [`${name}: is ${width} × ${height}, not ${size} × ${size}`];
}
