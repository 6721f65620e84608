import { z } from 'zod';
import { takeBotNotice } from '#contract/bot.ts';
import { isAvaError } from '#contract/errors.ts';
import { getSiteNames } from '#bot/text/siteNames.ts';
import { toAttachment, type Card } from '#bot/cards/card.ts';
import { accessNoticeCard } from '#bot/cards/accessNoticeCard.ts';
import { taskNoticeCard } from '#bot/cards/taskNoticeCard.ts';
import { noticeCard } from '#bot/cards/noticeCard.ts';
import type { BotContext } from '#bot/context.ts';
import { getConversationKey, type Asker } from '#bot/teams/conversation.ts';
import type { SerialQueue } from './serialQueue.ts';
import { retryWhileBusy } from './deliver.ts';

const POLL_WHILE_WORKING_MS = 5_000;
const POLL_WHILE_IDLE_MS = 30_000;

/** A reference to a person's personal chat with the bot. */
const Reference = z.looseObject({
  serviceUrl: z.string().max(2_048),
  conversation: z.looseObject({
    id: z.string().max(1_024),
    conversationType: z.string().max(60).default('personal'),
    isGroup: z.boolean().default(false),
    name: z.string().max(1_024).default(''),
  }),
});

/** Tells people who asked for it when files they added are ready, their tasks have finished, or access was requested. */
export interface Notices {
  /** Polls for the person's notices while their token is cached. Replaces an earlier poll for the same person. */
  follow(asker: Asker): void;
}

export function createNotices(ctx: BotContext, queue: SerialQueue): Notices {
  const { tokens, createApiClient, clock, log } = ctx;
  const polls = new Map<string, AbortController>();

  async function sendNotice(asker: Asker, signedReference: string, cards: readonly Card[]): Promise<void> {
    const reference = Reference.safeParse(ctx.signer.verify('conversation', asker, signedReference));
    if (!reference.success) return log.warn({}, 'conversation reference not valid');
    const message = { type: 'message', attachments: cards.map(toAttachment) };
    await ctx.resume(reference.data, (conversation) =>
      queue.run(getConversationKey(conversation), async () => {
        // A lost notice is better than one that arrives twice.
        await retryWhileBusy(clock, () => conversation.send(message), { atMostOnce: true });
      }),
    );
  }

  /** @returns milliseconds until the next poll; `null` to stop polling */
  async function poll(asker: Asker): Promise<number | null> {
    const token = tokens.get(asker);
    if (token === null) return null;
    const client = createApiClient(token);
    try {
      const { reference, under_way: inProgress, done, tasks, access } = await client.call(takeBotNotice, {});
      if (reference === null) return null;
      const [firstRequest, ...otherRequests] = access;
      const cards = [
        ...(done ? [noticeCard(done, await getSiteNames(client), ctx.links.tab())] : []),
        ...(tasks.length > 0 ? [taskNoticeCard(tasks, ctx.links)] : []),
        ...(firstRequest ? [accessNoticeCard([firstRequest, ...otherRequests], ctx.links.tab())] : []),
      ];
      if (cards.length > 0) await sendNotice(asker, reference, cards);
      return inProgress > 0 ? POLL_WHILE_WORKING_MS : POLL_WHILE_IDLE_MS;
    } catch (error) {
      if (isAvaError(error) && ['not_signed_in', 'switched_off'].includes(error.code)) return null;
      log.warn({ error }, 'failed to send notice');
      return POLL_WHILE_IDLE_MS;
    }
  }

  async function pollUntilAborted(asker: Asker, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const delay = await poll(asker);
      if (delay === null) return;
      await clock.sleep(delay, signal);
    }
  }

  return {
    follow(asker) {
      const key = `${asker.tenantId}/${asker.id}`;
      const controller = new AbortController();
      polls.get(key)?.abort();
      polls.set(key, controller);
      void pollUntilAborted(asker, controller.signal).then(() => {
        if (polls.get(key) === controller) polls.delete(key);
      });
    },
  };
}
