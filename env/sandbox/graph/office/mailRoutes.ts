import type { Message, SearchHit } from '@microsoft/microsoft-graph-types';
import { makeEml } from '#sandbox/documents/mail.ts';
import { getPerson } from '#sandbox/people.ts';
import { sampleMails, type SampleMail } from '#sandbox/office/sampleMails.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { createPage, readCount, selectProperties, type Entity, type EntityType } from '#sandbox/graph/odata.ts';
import { matchesWordStarts } from '#sandbox/graph/odataFilter.ts';
import { toDraftEntity } from './mailbox/draftEntity.ts';
import { draftType, findDraft } from './mailbox/draftRoutes.ts';
import type { DraftStore } from './mailbox/draftStore.ts';
import { getMailboxOwner, minutesAgo, toRecipient, type OfficeState } from './officeState.ts';

const DEFAULT_TOP = 10;
const MAX_TOP = 1_000;

const messageType: EntityType = {
  name: 'microsoft.graph.message',
  default: ['id', 'subject', 'bodyPreview', 'receivedDateTime', 'from', 'toRecipients', 'webLink', 'hasAttachments'],
  optional: [],
};

export function mailRoutes(state: OfficeState, drafts: DraftStore): GraphRoute[] {
  const reading = { method: 'GET' as const, scopes: ['Mail.Read', 'Mail.ReadWrite'] };
  const getMail = (request: GraphRequest, caller: Caller) => {
    const mail = listMails(state, caller).find((candidate) => toMailId(candidate) === request.params['id']);
    if (!mail) throw graphErrors.itemOfMailboxNotFound();
    return mail;
  };
  return [
    {
      ...reading,
      pattern: '/me/messages',
      handle: (request, caller) => {
        const newestFirst = listMails(state, caller).toSorted((a, b) => a.receivedMinutesAgo - b.receivedMinutesAgo);
        const order = request.query.get('$orderby');
        return ok(
          createPage(order === 'receivedDateTime desc' ? newestFirst : newestFirst.toReversed(), request, {
            context: 'messages',
            top: readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP),
            toEntity: (mail) => selectProperties(messageType, toMessage(mail) as Entity, request.query),
          }),
        );
      },
    },
    {
      ...reading,
      pattern: '/me/messages/{id}',
      handle: (request, caller) => {
        const draft = findDraft(state, drafts, request, caller);
        if (draft) return ok(selectProperties(draftType, toDraftEntity(draft, request.base), request.query));
        return ok(selectProperties(messageType, toMessage(getMail(request, caller)) as Entity, request.query));
      },
    },
    {
      ...reading,
      pattern: '/me/messages/{id}/$value',
      handle: (request, caller) => ok(toMime(getMail(request, caller)), { 'content-type': 'text/plain' }),
    },
  ];
}

export function searchMails(state: OfficeState, words: string, caller: Caller): SearchHit[] {
  const mails = listMails(state, caller).filter((mail) =>
    matchesWordStarts([mail.subject, getPerson(mail.from).displayName, ...mail.paragraphs].join(' '), words),
  );
  return mails.map((mail) => {
    // The id is that of the hit; its resource has none.
    const { id, ...resource } = toMessage(mail);
    const summary = `${mail.paragraphs.join(' ').replace(words, `<c0>${words}</c0>`)}<ddd/>`;
    const hit: Entity = { '@odata.type': '#microsoft.graph.message', ...resource };
    return { hitId: id ?? null, summary, resource: hit };
  });
}

function listMails(state: OfficeState, caller: Caller): SampleMail[] {
  const { key } = getMailboxOwner(state, caller);
  return sampleMails.filter(({ owner }) => owner === key);
}

function toMailId({ key }: SampleMail): string {
  return `AAMkAD${Buffer.from(key).toString('base64url')}=`;
}

function toMessage(mail: SampleMail): Message {
  const id = toMailId(mail);
  return {
    id,
    subject: mail.subject,
    bodyPreview: mail.paragraphs.join(' ').slice(0, 255),
    receivedDateTime: minutesAgo(mail.receivedMinutesAgo).toISOString(),
    from: toRecipient(mail.from),
    toRecipients: [toRecipient(mail.owner)],
    webLink: `https://outlook.office365.example/owa/?ItemID=${encodeURIComponent(id)}`,
    hasAttachments: false,
  };
}

function toMime({ from, owner, subject, paragraphs }: SampleMail): Buffer {
  const toAddress = (key: string) => ({ name: getPerson(key).displayName, address: getPerson(key).mail });
  const text = paragraphs.join('\n\n');
  return Buffer.from(makeEml({ from: toAddress(from), to: [toAddress(owner)], subject, text }));
}
