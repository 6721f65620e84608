import { z } from 'zod';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { ok, type Caller, type GraphReply, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { createPage, readCount, selectProperties, type EntityType } from '#sandbox/graph/odata.ts';
import { getMailboxOwner, type OfficeState } from '#sandbox/graph/office/officeState.ts';
import { toAttachmentEntity, toDraftEntity } from './draftEntity.ts';
import { createMailboxId, MAX_ATTACHMENT_BYTES, type Attachment, type Draft, type DraftStore } from './draftStore.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Without `name` and `contentBytes`, Graph refuses an attachment. */
const NewAttachment = z.strictObject({
  '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
  name: z.string().min(1),
  contentType: z.string().optional(),
  contentBytes: z.string().regex(BASE64),
  contentId: z.string().optional(),
  isInline: z.boolean().default(false),
});
const Recipient = z.strictObject({
  emailAddress: z
    .strictObject({ name: z.string().optional(), address: z.string() })
    .transform(({ name, address }) => ({ name: name ?? address, address })),
});
const NewMessage = z.strictObject({
  subject: z.string().max(255).default(''),
  body: z
    .strictObject({
      contentType: z.string().transform((type) => (/^html$/i.test(type) ? ('html' as const) : ('text' as const))),
      content: z.string(),
    })
    .default({ contentType: 'text', content: '' }),
  toRecipients: z.array(Recipient).default([]),
  attachments: z.array(NewAttachment).default([]),
});

export const draftType: EntityType = {
  name: 'microsoft.graph.message',
  default: [
    'id',
    'createdDateTime',
    'subject',
    'bodyPreview',
    'body',
    'isDraft',
    'toRecipients',
    'webLink',
    'hasAttachments',
    'parentFolderId',
  ],
  optional: ['from', 'receivedDateTime'],
};
const attachmentType: EntityType = {
  name: 'microsoft.graph.fileAttachment',
  default: ['@odata.type', 'id', 'name', 'contentType', 'size', 'isInline', 'contentId', 'contentBytes'],
  optional: [],
};

/** Drafts: they are created, read and deleted. There is no route that sends one. */
export function draftRoutes(state: OfficeState, drafts: DraftStore): GraphRoute[] {
  const writing = { scopes: ['Mail.ReadWrite'] };
  const reading = { method: 'GET' as const, scopes: ['Mail.Read', 'Mail.ReadWrite'] };
  const getDraft = (request: GraphRequest, caller: Caller) => {
    const draft = findDraft(state, drafts, request, caller);
    if (!draft) throw graphErrors.itemOfMailboxNotFound();
    return draft;
  };
  const checkSpace = ({ oid }: Draft['owner']) => {
    if (state.fullMailboxes.has(oid)) throw graphErrors.mailboxFull();
  };
  return [
    {
      ...writing,
      method: 'POST',
      pattern: '/me/messages',
      handle: (request, caller) => {
        const owner = getMailboxOwner(state, caller);
        const { attachments, body, ...message } = parseBody(NewMessage, request);
        const added = attachments.map(toAttachment);
        checkSpace(owner);
        const draft = drafts.add({ owner, ...message, ...body });
        draft.attachments.push(...added);
        return created(request, toDraftEntity(draft, request.base));
      },
    },
    {
      ...writing,
      method: 'POST',
      pattern: '/me/messages/{id}/attachments',
      handle: (request, caller) => {
        const draft = getDraft(request, caller);
        const attachment = toAttachment(parseBody(NewAttachment, request));
        checkSpace(draft.owner);
        draft.attachments.push(attachment);
        return created(request, toAttachmentEntity(attachment));
      },
    },
    {
      ...reading,
      pattern: '/me/messages/{id}/attachments',
      handle: (request, caller) => {
        const context = 'attachments';
        const toEntity = (attachment: Attachment) =>
          selectProperties(attachmentType, toAttachmentEntity(attachment), request.query);
        return ok(createPage(getDraft(request, caller).attachments, request, { context, top: 100, toEntity }));
      },
    },
    {
      ...writing,
      method: 'DELETE',
      pattern: '/me/messages/{id}',
      handle: (request, caller) => {
        drafts.remove(getDraft(request, caller));
        return { status: 204, body: undefined };
      },
    },
    {
      ...reading,
      pattern: '/me/mailFolders/drafts/messages',
      handle: (request, caller) =>
        ok(
          createPage(drafts.list(getMailboxOwner(state, caller)), request, {
            context: 'messages',
            top: readCount(request.query, '$top', 10, 1_000),
            toEntity: (draft) => selectProperties(draftType, toDraftEntity(draft, request.base), request.query),
          }),
        ),
    },
  ];
}

/** The caller's own draft with the id in the path. */
export function findDraft(
  state: OfficeState,
  drafts: DraftStore,
  { params }: GraphRequest,
  caller: Caller,
): Draft | undefined {
  const owner = getMailboxOwner(state, caller);
  const draft = drafts.find(params['id'] ?? '');
  return draft?.owner.oid === owner.oid ? draft : undefined;
}

function parseBody<T>(schema: z.ZodType<T>, { body }: GraphRequest): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw graphErrors.invalidMailRequest(`Property ${path} in payload is missing or has a wrong value.`);
}

function toAttachment({ name, contentType, contentBytes, contentId, isInline }: z.output<typeof NewAttachment>) {
  const size = Buffer.from(contentBytes, 'base64').length;
  if (size >= MAX_ATTACHMENT_BYTES) throw graphErrors.attachmentTooLarge();
  return {
    id: createMailboxId(),
    name,
    contentType: contentType ?? 'application/octet-stream',
    contentBytes,
    contentId: contentId ?? null,
    isInline,
    size,
  };
}

function created(request: GraphRequest, entity: object): GraphReply {
  return { status: 201, body: { '@odata.context': `${request.base}/$metadata#message`, ...entity } };
}
