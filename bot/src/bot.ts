import { TeamsActivityHandler, TurnContext, type ConversationAccount, type InvokeResponse } from 'botbuilder';
import { AppCredentials, type ConnectorClient } from 'botframework-connector';
import { z } from 'zod';
import { actionOf } from './cards/actions.ts';
import type { Conversation } from './conversation.ts';
import { createDesk, rate, type ChooseSite, type Desk } from './desk.ts';
import { createDialogs, type Dialogs } from './dialogs/dialogs.ts';
import { isSignedOut } from './failure.ts';
import { tenantOf } from './incoming.ts';
import { performPress, pressReceipt, pressRefusal } from './press.ts';
import { questionOf } from './question.ts';
import { signInMessage, takeToken } from './signIn.ts';
import { searchIn } from './commands/personal.ts';
import { texts } from './texts.ts';
import type { BotWorld } from './world.ts';

const Feedback = z.object({
  actionName: z.literal('feedback'),
  actionValue: z.object({ reaction: z.enum(['like', 'dislike']), feedback: z.string().max(8_000).default('') }),
});
const FeedbackText = z.object({ feedbackText: z.string().max(4_000).default('') });
const Failure = z.object({ code: z.string().regex(/^[\w-]{1,60}$/) });

/** What does not say what it is must not be taken for a person's own chat: Teams' ids of all others begin with 19. */
function isPersonal({ id, conversationType, isGroup }: ConversationAccount): boolean {
  return conversationType ? conversationType === 'personal' : !isGroup && !id.startsWith('19:');
}

/** The token that the bot shows to the connector in this turn. */
async function channelTokenOf({ turnState, adapter }: TurnContext): Promise<string | null> {
  const connector = turnState.get<ConnectorClient | undefined>(adapter.ConnectorClientKey);
  const credentials: unknown = connector?.credentials;
  return credentials instanceof AppCredentials && credentials.appId ? credentials.getToken() : null;
}

/** A conversation as it is during a turn of botbuilder's. */
export function conversationOf(context: TurnContext): Conversation {
  const { activity } = context;
  const tenantId = tenantOf(activity);
  // The reference forgets what Teams writes beside the conversation.
  activity.conversation.tenantId ??= tenantId;
  return {
    id: activity.conversation.id,
    kind: isPersonal(activity.conversation) ? 'personal' : 'group',
    asker: { tenantId, id: activity.from.aadObjectId ?? '', name: activity.from.name ?? '' },
    reference: TurnContext.getConversationReference(activity),
    async send(outgoing) {
      return (await context.sendActivity(outgoing))?.id || undefined;
    },
    channelToken: () => channelTokenOf(context),
    async replace(id, outgoing) {
      await context.updateActivity({ ...outgoing, id });
    },
  };
}

/** An activity of Teams becomes a question, a command, a press or a sign-in; the desk does the rest. */
export class Bot extends TeamsActivityHandler {
  readonly #world: BotWorld;
  readonly #desk: Desk;
  readonly #dialogs: Dialogs;
  /** The botbuilder turn of a conversation, for what only dialogs need. */
  readonly #turns = new WeakMap<Conversation, TurnContext>();

  constructor(world: Omit<BotWorld, 'resume'>, resume: Resume) {
    super();
    this.#world = {
      ...world,
      resume: (reference, work) => resume(reference, (context) => work(this.#conversationOf(context))),
    };
    this.#dialogs = createDialogs({
      ask: ({ context }) => this.#sendSignIn(context),
      take: ({ context }, value) => takeToken(this.#world, conversationOf(context), value),
      failed: ({ context }, value) => this.#tellSignInFailed(context, value),
    });
    this.#desk = createDesk(this.#world, async (conversation) => {
      const context = this.#turns.get(conversation);
      if (context) await this.#dialogs.askToSignIn(context);
    });
    this.onMessage(async (context, next) => {
      await this.#message(context);
      await next();
    });
    this.onInstallationUpdateAdd(async (context, next) => {
      await conversationOf(context).send({ type: 'message', text: texts.welcome });
      await next();
    });
  }

  #conversationOf(context: TurnContext): Conversation {
    const conversation = conversationOf(context);
    this.#turns.set(conversation, context);
    return conversation;
  }

  #chooseSite(conversation: Conversation): ChooseSite {
    return async (options) => {
      const context = this.#turns.get(conversation);
      if (context) await this.#dialogs.beginSiteChoice(context, options);
    };
  }

  async #message(context: TurnContext): Promise<void> {
    const conversation = this.#conversationOf(context);
    const { value, id = '', replyToId = '' } = context.activity;
    const action = actionOf(value);
    const question = questionOf(context.activity);
    if (action) return this.#press(conversation, { action, activityId: id, messageActivityId: replyToId });
    if (value !== undefined && question.text === '')
      return void (await conversation.send({ type: 'message', text: texts.strangeCard }));
    if (this.#desk.isCommand(question)) await this.#dialogs.leave(context);
    const advanced = await this.#dialogs.advance(context);
    if (advanced.name === 'open') return;
    const chooseSite = this.#chooseSite(conversation);
    if (advanced.name === 'ended' && advanced.result.name === 'site') {
      const { site } = advanced.result;
      const work = (client: Parameters<typeof searchIn>[1], there: Conversation) => searchIn(there, client, site);
      return this.#desk.withRights(conversation, question.activityId, work, chooseSite);
    }
    await this.#desk.take(conversation, question, chooseSite);
  }

  async #press(conversation: Conversation, press: Parameters<typeof performPress>[2]): Promise<void> {
    const refusal = pressRefusal(press.action, conversation);
    if (refusal !== null) return void (await conversation.send({ type: 'message', text: refusal }));
    const perform = press.action.verb === 'ask' ? this.#desk.queue : this.#desk.withRights;
    await perform(
      conversation,
      press.activityId,
      (client, there) => performPress(this.#world, this.#desk, press, client, there),
      this.#chooseSite(conversation),
    );
  }

  protected override async onInvokeActivity(context: TurnContext): Promise<InvokeResponse> {
    const conversation = this.#conversationOf(context);
    const { name } = context.activity;
    switch (name) {
      case 'signin/tokenExchange':
      case 'signin/verifyState':
      case 'signin/failure':
        return this.#signIn(context, conversation);
      case 'adaptiveCard/action':
        return this.#pressed(context, conversation);
      case 'message/submitAction':
        return this.#feedback(context, conversation);
      default:
        return { status: 501 };
    }
  }

  async #signIn(context: TurnContext, conversation: Conversation): Promise<InvokeResponse> {
    const { response, result } = await this.#dialogs.advanceSignIn(context);
    if (result?.name === 'signed in') {
      this.#later(this.#desk.signedIn(conversation, (there) => this.#chooseSite(there)));
    }
    return response;
  }

  async #sendSignIn(context: TurnContext): Promise<void> {
    await context.sendActivity(signInMessage(this.#world.links.signIn(''), crypto.randomUUID()));
  }

  async #tellSignInFailed(context: TurnContext, value: unknown): Promise<void> {
    const failure = Failure.safeParse(value);
    const code = failure.success ? failure.data.code : 'unknown';
    this.#world.log.warn({ code }, 'Teams could not sign a person in');
    const text = texts.signInFailed(code, this.#world.links.tab());
    await conversationOf(context).send({ type: 'message', text });
  }

  async #pressed(context: TurnContext, conversation: Conversation): Promise<InvokeResponse> {
    const action = actionOf(context.activity.value);
    const { id = '', replyToId = '' } = context.activity;
    if (action === null) return told(texts.strangeCard);
    const refusal = pressRefusal(action, conversation);
    if (refusal !== null) return told(refusal);
    const press = { action, activityId: id, messageActivityId: replyToId };
    // Teams waits a few seconds for the answer to a press; the work has a turn of its own.
    this.#later(this.#world.resume(conversation.reference, (there) => this.#press(there, press)));
    return told(pressReceipt(action));
  }

  async #feedback(context: TurnContext, conversation: Conversation): Promise<InvokeResponse> {
    const given = Feedback.safeParse(context.activity.value);
    const token = this.#world.tokens.of(conversation.asker);
    if (given.success && token !== null) {
      const { reaction, feedback } = given.data.actionValue;
      const rating = { reaction, comment: commentOf(feedback) };
      const client = this.#world.clientOf(token);
      await rate(client, conversation, context.activity.replyToId ?? '', rating).catch((error: unknown) => {
        if (isSignedOut(error)) this.#world.tokens.drop(conversation.asker);
        this.#world.log.warn({ error }, 'feedback was not kept');
      });
    }
    return { status: 200, body: {} };
  }

  #later(work: Promise<void>): void {
    work.catch((error: unknown) => this.#world.log.error({ error }, 'a turn failed'));
  }
}

export type Resume = (
  reference: Conversation['reference'],
  turn: (context: TurnContext) => Promise<void>,
) => Promise<void>;

/** The sentence that Teams shows at the card, to whoever pressed. */
function told(sentence: string): InvokeResponse {
  return {
    status: 200,
    body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: sentence },
  };
}

function commentOf(feedback: string): string {
  try {
    const parsed = FeedbackText.safeParse(JSON.parse(feedback));
    return parsed.success ? parsed.data.feedbackText : '';
  } catch {
    // Some clients send the words as they are.
    return feedback.slice(0, 4_000);
  }
}
