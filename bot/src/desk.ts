import { claimActivity, rateBotMessage } from '../../api/contract/bot.ts';
import type { Client } from '../../api/contract/client.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { Command } from './commands/command.ts';
import { commandOf } from './commands/commands.ts';
import { keyOf, type Asker, type Conversation } from './conversation.ts';
import type { SiteOptions } from './dialogs/siteChoice.ts';
import { isSignedOut, sentenceOf } from './failure.ts';
import { createInTurn } from './inTurn.ts';
import { createNotices } from './notices.ts';
import { sentence, type Markdown } from './markdown.ts';
import type { Question } from './question.ts';
import { createRunning, type Running } from './running.ts';
import { createSeen } from './seen.ts';
import { texts } from './texts.ts';
import type { BotWorld } from './world.ts';

/** Asks which site to search, in the turn that is under way. */
export type ChooseSite = (options: SiteOptions) => Promise<void>;

/** Something a person wants that their own rights are needed for. */
export type Work = (client: Client, conversation: Conversation, chooseSite: ChooseSite) => Promise<void>;

interface Waiting {
  activityId: string;
  work: Work;
}

export interface Desk {
  running: Running;
  isCommand(question: Question): boolean;
  /** Takes a question or a command; delivered again, it is taken once. */
  take(conversation: Conversation, question: Question, chooseSite: ChooseSite): Promise<void>;
  /** Does something with the person's own rights, once they are signed in. */
  withRights(conversation: Conversation, activityId: string, work: Work, chooseSite: ChooseSite): Promise<void>;
  /** The same, after what they asked for before. */
  queue(conversation: Conversation, activityId: string, work: Work, chooseSite: ChooseSite): Promise<void>;
  /** The person has signed in: what waited for that is done, in a turn of its own. */
  signedIn(conversation: Conversation, begin: (conversation: Conversation) => ChooseSite): Promise<void>;
}

/** Where every wish of a person comes in: who is it, was it here before, a command or a question. */
export function createDesk(world: BotWorld, askToSignIn: (conversation: Conversation) => Promise<void>): Desk {
  const { tokens, clientOf, clock, log } = world;
  const running = createRunning();
  const seen = createSeen(clock);
  const inTurn = createInTurn();
  const notices = createNotices(world, inTurn);
  /** What waits for a person to sign in: the last they said in a conversation. */
  const waiting = new Map<string, Waiting>();

  const say = (conversation: Conversation, text: Markdown) => conversation.send({ type: 'message', text });

  async function silently(asker: Asker): Promise<string | null> {
    const token = await world.silentToken(asker);
    if (token !== null) tokens.keep(asker, token);
    return token;
  }

  async function withRights(conversation: Conversation, activityId: string, work: Work, chooseSite: ChooseSite) {
    if (conversation.asker.id === '') return void (await say(conversation, texts.nobody));
    const token = tokens.of(conversation.asker) ?? (await silently(conversation.asker));
    if (token === null) {
      waiting.set(keyOf(conversation), { activityId, work });
      await askToSignIn(conversation);
      return;
    }
    const client = clientOf(token);
    try {
      if (!(await client.call(claimActivity, { activity_id: activityId })).first) return;
      await work(client, conversation, chooseSite);
      notices.follow(conversation.asker);
    } catch (error) {
      if (isSignedOut(error)) {
        tokens.drop(conversation.asker);
        // A claim that was made under the token that has just expired must not keep the question from being answered.
        waiting.set(keyOf(conversation), { activityId: `${activityId};again`, work });
        await askToSignIn(conversation);
        return;
      }
      log.warn({ error }, 'a wish could not be met');
      await say(conversation, sentence`${sentenceOf(error)}`);
    }
  }

  function queue(conversation: Conversation, activityId: string, work: Work, chooseSite: ChooseSite): Promise<void> {
    return inTurn(keyOf(conversation), () => withRights(conversation, activityId, work, chooseSite));
  }

  function workOf(question: Question, given: { command: Command; rest: string } | null): Work {
    return async (client, conversation, chooseSite) => {
      if (given?.command.access !== 'person') return answerQuestion(world, running, conversation, client, question);
      await given.command.run({ world, running, conversation, rest: given.rest, chooseSite }, client);
    };
  }

  return {
    running,
    isCommand: ({ text }) => commandOf(text) !== null,
    withRights,
    queue,
    async take(conversation, question, chooseSite) {
      if (!seen.first(`${keyOf(conversation)}/${question.activityId}`)) return;
      if (conversation.asker.id === '') return void (await say(conversation, texts.nobody));
      if (question.text === '') {
        await say(conversation, question.files.length > 0 ? texts.askAboutFile : texts.emptyMessage);
        return;
      }
      const given = question.files.length === 0 ? commandOf(question.text) : null;
      if (given?.command.access === 'anyone') {
        await given.command.run({ world, running, conversation, rest: given.rest, chooseSite });
        return;
      }
      const work = workOf(question, given);
      await queue(conversation, question.activityId, work, chooseSite);
    },
    async signedIn(conversation, begin) {
      const key = keyOf(conversation);
      const waited = waiting.get(key);
      waiting.delete(key);
      if (!waited) return;
      await world.resume(conversation.reference, (resumed) =>
        inTurn(key, () => withRights(resumed, waited.activityId, waited.work, begin(resumed))),
      );
    },
  };
}

/** Keeps what a person thinks of an answer. */
export async function rate(
  client: Client,
  conversation: Conversation,
  activityId: string,
  rating: { reaction: 'like' | 'dislike'; comment: string },
): Promise<void> {
  await client.call(rateBotMessage, { conversation_id: conversation.id, activity_id: activityId, ...rating });
}
