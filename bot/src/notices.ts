import { takeBotNotice, type FinishedWork } from '../../api/contract/bot.ts';
import type { Client } from '../../api/contract/client.ts';
import { isAvaError } from '../../api/contract/errors.ts';
import { getSites } from '../../api/contract/sites.ts';
import { z } from 'zod';
import { attachmentOf } from './cards/card.ts';
import { doneCard } from './cards/doneCard.ts';
import { keyOf, type Asker } from './conversation.ts';
import { patiently } from './deliver.ts';
import type { InTurn } from './inTurn.ts';
import type { BotWorld } from './world.ts';

const WORKING_MS = 5_000;
const IDLE_MS = 30_000;

/** A way back to a person's own chat. */
const Reference = z.looseObject({
  serviceUrl: z.string().max(2_048),
  conversation: z.looseObject({
    id: z.string().max(1_024),
    conversationType: z.string().max(60).default('personal'),
    isGroup: z.boolean().default(false),
    name: z.string().max(1_024).default(''),
  }),
});

/** Tells people of what they began, when it is done, as far as they have asked for that. */
export interface Notices {
  /** Follows what a person has under way, for as long as their token is here; in place of following it since earlier. */
  follow(asker: Asker): void;
}

export function createNotices(world: BotWorld, inTurn: InTurn): Notices {
  const { tokens, clientOf, clock, log } = world;
  const following = new Map<string, AbortController>();

  async function tell(asker: Asker, sealed: string, done: FinishedWork, client: Client): Promise<void> {
    const reference = Reference.safeParse(world.seal.open('conversation', asker, sealed));
    if (!reference.success) return log.warn({}, 'the way back to a conversation could not be read');
    const names = await siteNames(client);
    const message = { type: 'message', attachments: [attachmentOf(doneCard(done, names, world.links.tab()))] };
    await world.resume(reference.data, (conversation) =>
      inTurn(keyOf(conversation), async () => {
        // Better untold than told twice.
        await patiently(
          clock,
          () => conversation.send(message),
          ({ mayHaveArrived }) => mayHaveArrived,
        );
      }),
    );
  }

  /** How long to wait before the next look; `null` where there is none. */
  async function look(asker: Asker): Promise<number | null> {
    const token = tokens.of(asker);
    if (token === null) return null;
    const client = clientOf(token);
    try {
      const { reference, under_way: underWay, done } = await client.call(takeBotNotice, {});
      if (reference === null) return null;
      if (done) await tell(asker, reference, done, client);
      return underWay > 0 ? WORKING_MS : IDLE_MS;
    } catch (error) {
      if (isAvaError(error) && ['not_signed_in', 'switched_off'].includes(error.code)) return null;
      log.warn({ error }, 'a person could not be told what is done');
      return IDLE_MS;
    }
  }

  async function goOn(asker: Asker, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = await look(asker);
      if (wait === null) return;
      await clock.sleep(wait, signal);
    }
  }

  return {
    follow(asker) {
      const key = `${asker.tenantId}/${asker.id}`;
      const ending = new AbortController();
      following.get(key)?.abort();
      following.set(key, ending);
      void goOn(asker, ending.signal).then(() => {
        if (following.get(key) === ending) following.delete(key);
      });
    },
  };
}

/** The names of the sites that the person may see; those of others they are not told. */
async function siteNames(client: Client): Promise<ReadonlyMap<string, string>> {
  const { accessibleSites } = await client.call(getSites, {}).catch(() => ({ accessibleSites: [] }));
  return new Map(accessibleSites.map(({ SiteId, SiteName }) => [SiteId, SiteName]));
}
