import type { z } from 'zod';
import type { checkFit, createSections, PresentationContent } from '../../contract/presentations.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { openTemplateOf, toOwnerKey } from './templates.ts';
import { runTask } from './thread/runTask.ts';

/** Cuts a text into sections without layouts. */
export async function makeSections(person: Person, content: string): Promise<ReplyOf<typeof createSections>> {
  const { title, sections } = await runTask('sections', { content }, { owner: toOwnerKey(person) });
  return { title, sections: sections.map((section) => ({ ...section, layout: null, fit: 'split' })) };
}

/** Names the text that does not fit. */
export async function checkPresentation(
  ctx: AppContext,
  person: Person,
  content: z.output<typeof PresentationContent>,
): Promise<ReplyOf<typeof checkFit>> {
  const template = await openTemplateOf(ctx, person, content.template_folder);
  return runTask('fit', { template, content }, { owner: toOwnerKey(person) });
}

/** Bytes of a presentation. */
export async function makePresentation(
  ctx: AppContext,
  person: Person,
  content: z.output<typeof PresentationContent>,
): Promise<Uint8Array> {
  const template = await openTemplateOf(ctx, person, content.template_folder);
  const input = { template, content, author: person.name, created: ctx.clock.now() };
  return (await runTask('generate', input, { owner: toOwnerKey(person) })).bytes;
}
