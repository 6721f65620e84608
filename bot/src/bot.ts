import { TeamsActivityHandler, type ConversationReference, type InvokeResponse, type TurnContext } from 'botbuilder';
import { isSignedOut } from './text/apiErrors.ts';
import { createSignInSteps } from './dialogs/signInSteps.ts';
import { parseCardAction } from './cards/cardAction.ts';
import type { BotContext, BotServices } from './context.ts';
import type { Conversation } from './teams/conversation.ts';
import { createDialogs, type Dialogs } from './dialogs/dialogs.ts';
import { texts } from './texts.ts';
import { createDispatcher, type Dispatcher } from './turn/dispatcher.ts';
import { createGreeter, isBotAdded, isInstalled, type Greeter } from './turn/greeting.ts';
import { parseFeedback, saveRating } from './turn/feedback.ts';
import { findActionRefusal, getActionReceipt } from './turn/performCardAction.ts';
import { parseQuestion } from './question/question.ts';
import { toConversation } from './teams/teamsConversation.ts';

/** Runs a turn in a conversation without an incoming activity. */
type Resume = (
  reference: Partial<ConversationReference>,
  turn: (context: TurnContext) => Promise<void>,
) => Promise<void>;

export function createBot(services: BotServices, resume: Resume): Bot {
  const dialogs = createDialogs(createSignInSteps(services));
  const ctx: BotContext = {
    ...services,
    resume: (reference, work) => resume(reference, (context) => work(toConversation(context, dialogs))),
  };
  return new Bot(ctx, dialogs, createDispatcher(ctx));
}

/**
 * Turns an activity of Teams into a question, a command, a card action or a sign-in, and passes it to the dispatcher.
 */
export class Bot extends TeamsActivityHandler {
  readonly #ctx: BotContext;
  readonly #dialogs: Dialogs;
  readonly #dispatcher: Dispatcher;
  readonly #greeter: Greeter;

  constructor(ctx: BotContext, dialogs: Dialogs, dispatcher: Dispatcher) {
    super();
    this.#ctx = ctx;
    this.#dialogs = dialogs;
    this.#dispatcher = dispatcher;
    this.#greeter = createGreeter(ctx);
    this.onMessage(async (context, next) => {
      await this.#handleMessage(context);
      await next();
    });
    this.onInstallationUpdateAdd(async (context, next) => {
      if (isInstalled(context.activity)) await this.#greeter.greet(toConversation(context, dialogs));
      await next();
    });
  }

  /** Replaces botbuilder's handling, which calls the connector for every new member. */
  protected override async onConversationUpdateActivity(context: TurnContext): Promise<void> {
    if (isBotAdded(context.activity)) await this.#greeter.greet(toConversation(context, this.#dialogs));
  }

  /** A person edited a message. Teams also sends this when they undo a deletion, which is not a question. */
  protected override async onMessageUpdateActivity(context: TurnContext): Promise<void> {
    if (!isEvent(context, 'editMessage')) return;
    const conversation = toConversation(context, this.#dialogs);
    await this.#dispatcher.dispatchEdit(conversation, parseQuestion(context.activity));
  }

  /** A person deleted a message. */
  protected override async onMessageDeleteActivity(context: TurnContext): Promise<void> {
    if (!isEvent(context, 'softDeleteMessage')) return;
    await this.#dispatcher.retract(toConversation(context, this.#dialogs), context.activity.id ?? '');
  }

  /** Updates the messages of runs in progress for the last time, because the process ends. */
  leaveRuns(): Promise<void> {
    return this.#dispatcher.leaveRuns();
  }

  async #handleMessage(context: TurnContext): Promise<void> {
    const conversation = toConversation(context, this.#dialogs);
    const { value, id = '', replyToId = '' } = context.activity;
    const action = parseCardAction(value);
    if (action) {
      const request = { action, activityId: id, messageActivityId: replyToId };
      return this.#dispatcher.dispatchCardAction(conversation, request);
    }
    const question = parseQuestion(context.activity);
    if (value !== undefined && question.text === '')
      return void (await conversation.send({ type: 'message', text: texts.unknownCard }));
    if (this.#dispatcher.isCommand(question)) await this.#dialogs.cancelSiteChoice(context);
    const siteChoice = await this.#dialogs.continueSiteChoice(context);
    if (siteChoice.name === 'waiting') return;
    if (siteChoice.name === 'ended' && siteChoice.result.name === 'sites')
      return this.#dispatcher.dispatchSites(conversation, question.activityId, siteChoice.result.chosen);
    await this.#dispatcher.dispatchQuestion(conversation, question);
  }

  protected override async onInvokeActivity(context: TurnContext): Promise<InvokeResponse> {
    const conversation = toConversation(context, this.#dialogs);
    switch (context.activity.name) {
      case 'signin/tokenExchange':
      case 'signin/verifyState':
      case 'signin/failure':
        return this.#handleSignIn(context, conversation);
      case 'adaptiveCard/action':
        return this.#handleCardAction(context, conversation);
      case 'message/submitAction':
        return this.#handleFeedback(context, conversation);
      default:
        return { status: 501 };
    }
  }

  async #handleSignIn(context: TurnContext, conversation: Conversation): Promise<InvokeResponse> {
    const { response, result } = await this.#dialogs.continueSignIn(context);
    if (result?.name === 'signed in') this.#runLater(conversation, this.#dispatcher.continueAfterSignIn(conversation));
    return response;
  }

  async #handleCardAction(context: TurnContext, conversation: Conversation): Promise<InvokeResponse> {
    const { value, id = '', replyToId = '' } = context.activity;
    const action = parseCardAction(value);
    if (action === null) return cardActionResponse(texts.unknownCard);
    const refusal = findActionRefusal(action, conversation);
    if (refusal !== null) return cardActionResponse(refusal);
    const request = { action, activityId: id, messageActivityId: replyToId };
    // Teams waits only a few seconds for the response, so the action runs in a new turn.
    const performing = this.#ctx.resume(conversation.reference, (resumed) =>
      this.#dispatcher.dispatchCardAction(resumed, request),
    );
    this.#runLater(conversation, performing);
    return cardActionResponse(getActionReceipt(action));
  }

  async #handleFeedback({ activity }: TurnContext, { id, asker }: Conversation): Promise<InvokeResponse> {
    const { tokens, createApiClient, log } = this.#ctx;
    const rating = parseFeedback(activity.value);
    const token = tokens.get(asker);
    if (rating !== null && token !== null) {
      const saving = saveRating(createApiClient(token), id, activity.replyToId ?? '', rating);
      await saving.catch((error: unknown) => {
        if (isSignedOut(error)) tokens.delete(asker);
        log.warn({ error }, 'failed to save feedback');
      });
    }
    return { status: 200, body: {} };
  }

  #runLater({ id }: Conversation, work: Promise<void>): void {
    work.catch((error: unknown) => this.#ctx.logTurnError(error, { conversationId: id }));
  }
}

function isEvent({ activity }: TurnContext, eventType: string): boolean {
  return (activity.channelData as { eventType?: unknown } | undefined)?.eventType === eventType;
}

/** A response with a sentence, which Teams shows at the card to the person who pressed the button. */
function cardActionResponse(sentence: string): InvokeResponse {
  return {
    status: 200,
    body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: sentence },
  };
}
