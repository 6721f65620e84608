import type { Activity } from 'botbuilder';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { welcomeCard } from '#bot/cards/welcomeCard.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { createDeduplicator } from './deduplicator.ts';

const Members = z.array(z.object({ id: z.string().max(1_024) })).max(1_000);

/** Whether a change of a conversation's members adds the bot itself. */
export function isBotAdded({ membersAdded, recipient }: Pick<Activity, 'membersAdded' | 'recipient'>): boolean {
  const members = Members.safeParse(membersAdded);
  return members.success && members.data.some(({ id }) => id === recipient.id);
}

/** Whether AVA was installed; `add-upgrade` is only an update of the installed app. */
export function isInstalled({ type, action }: Pick<Activity, 'type' | 'action'>): boolean {
  return type === 'installationUpdate' && action === 'add';
}

/** Greets a conversation that AVA was added to. */
export interface Greeter {
  greet(conversation: Conversation): Promise<void>;
}

/**
 * Teams reports an installation twice: as an installation and as a new member. Only the first report gets a greeting.
 */
export function createGreeter({
  clock,
  links,
}: {
  clock: Pick<Clock, 'monotonic'>;
  links: BotContext['links'];
}): Greeter {
  const deduplicator = createDeduplicator(clock);
  return {
    async greet(conversation) {
      if (!deduplicator.isFirstDelivery(conversation.id)) return;
      if (conversation.kind === 'personal')
        await conversation.send({ type: 'message', attachments: [toAttachment(welcomeCard(links.tab()))] });
      else await conversation.send({ type: 'message', text: texts.welcomeInGroup });
    },
  };
}
