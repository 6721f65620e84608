import type { EmailDraft } from '#contract/exports/emailDrafts.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { ExportDocument } from '#api/exports/document.ts';
import { exportTexts } from '#api/exports/exports.texts.ts';
import { listMissingNames } from '#api/exports/imageReferences.ts';
import { loadDocument, type ExportSource } from '#api/exports/loadDocument.ts';
import { writeInChild } from '#api/exports/writing/writeInChild.ts';
import { parseEmail } from './parseEmail.ts';

/** No call takes this long: the process of a call that has not ended by then must have died. */
const ABANDONED_MS = 3 * REQUEST_TIMEOUT_MS;
/** Keys are kept for a day; a person does not repeat a call later. */
const KEPT_MS = 86_400_000;
const TOO_MANY_RETRY_AFTER_S = 3_600;

interface DraftRequest {
  subject: string;
  key: string;
}

interface HtmlAttachment {
  fileName: string;
  base64Content?: string | undefined;
}

/** Creates a draft of an answer, a chat or a task in the person's mailbox. Never sends one. */
export function draftSource(
  ctx: AppContext,
  person: Person,
  source: ExportSource,
  request: DraftRequest,
  signal: AbortSignal,
): Promise<EmailDraft> {
  return createOnce(ctx, person, request.key, async () => {
    const { notes, ...document } = await loadDocument(ctx, person, source, request.subject);
    return createDraft(ctx, person, document, notes, signal);
  });
}

/** Creates a draft of HTML. Attachments without content are left out and named. */
export function draftHtml(
  ctx: AppContext,
  person: Person,
  { html, attachments }: { html: string; attachments: readonly HtmlAttachment[] },
  { subject, key }: DraftRequest,
  signal: AbortSignal,
): Promise<EmailDraft> {
  return createOnce(ctx, person, key, async () => {
    const images = attachments.flatMap(({ fileName, base64Content }) =>
      base64Content ? [[fileName, base64Content] as const] : [],
    );
    const part = { heading: '', text: html, syntax: 'html' as const, citations: [] };
    const document = { title: subject, parts: [part], images: Object.fromEntries(images) };
    const draft = await createDraft(ctx, person, document, [], signal);
    const empty = attachments.filter(({ base64Content }) => !base64Content).map(({ fileName }) => fileName);
    return { ...draft, missing: [...new Set([...draft.missing, ...empty])] };
  });
}

async function createDraft(
  { graph }: AppContext,
  person: Person,
  document: ExportDocument,
  notes: string[],
  signal: AbortSignal,
): Promise<EmailDraft> {
  const written = await writeInChild(document, 'email', { owner: `${person.tenantId}/${person.id}`, signal });
  const { html, images, missing } = parseEmail(written.bytes);
  const names = listMissingNames(document, written.missing);
  try {
    const { webLink } = await graph.createDraft(person, { subject: document.title, html, images });
    return { web_link: webLink, missing: [...new Set([...missing, ...names])], notes };
  } catch (cause) {
    if (!isAvaError(cause) || cause.code !== 'no_mailbox') throw cause;
    throw new AvaError('no_mailbox', { cause, detail: exportTexts.noMailbox });
  }
}

/** Runs `create` once for a key, in all processes. After a failure, it can be run again. */
async function createOnce(
  { store, clock, log }: AppContext,
  { tenantId, id }: Person,
  key: string,
  create: () => Promise<EmailDraft>,
): Promise<EmailDraft> {
  const owner = { tenantId, id };
  const now = clock.now();
  const claim = await store.emailDrafts.claim(owner, key, now, new Date(now.getTime() - ABANDONED_MS));
  if (claim.state === 'created') return claim.reply;
  if (claim.state === 'pending') throw new AvaError('draft_pending');
  if (claim.state === 'too_many') throw new AvaError('too_many_requests', { retryAfter: TOO_MANY_RETRY_AFTER_S });
  try {
    const reply = await create();
    await store.emailDrafts.complete(owner, key, reply);
    await store.emailDrafts.deleteOld(new Date(now.getTime() - KEPT_MS));
    return reply;
  } catch (cause) {
    await store.emailDrafts
      .release(owner, key)
      .catch((error: unknown) => log.warn({ error }, 'failed to release the key of a draft'));
    throw cause;
  }
}
