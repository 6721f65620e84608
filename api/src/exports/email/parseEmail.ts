import { z } from 'zod';
import type { Email } from './renderEmail.ts';

/** What the child process writes: the mail as JSON, images in base64. */
const WrittenEmail = z.object({
  html: z.string(),
  images: z.array(z.object({ name: z.string(), contentType: z.string(), contentId: z.string(), base64: z.base64() })),
  missing: z.array(z.string()),
  language: z.string(),
});
export type WrittenEmail = z.infer<typeof WrittenEmail>;

export function parseEmail(bytes: Uint8Array): Email {
  const { images, ...email } = WrittenEmail.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return {
    ...email,
    images: images.map(({ base64, ...image }) => ({ ...image, bytes: Buffer.from(base64, 'base64') })),
  };
}
