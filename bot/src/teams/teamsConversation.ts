import { TurnContext, type Activity, type ConversationAccount } from 'botbuilder';
import { AppCredentials, type ConnectorClient } from 'botframework-connector';
import type { Asker, Conversation, SiteOptions } from './conversation.ts';
import { TimeZone } from '#contract/endpoint.ts';
import { getTenantId } from './incomingActivity.ts';

/** What asks the person in a turn and gets the reply in a later one. */
interface Questions {
  askToSignIn(context: TurnContext): Promise<void>;
  askForSite(context: TurnContext, options: SiteOptions): Promise<void>;
}

/** The conversation of one of botbuilder's turns. */
export function toConversation(context: TurnContext, questions: Questions): Conversation {
  const { activity } = context;
  const asker = getAsker(activity);
  // botbuilder copies the tenant into a conversation reference only from this field.
  activity.conversation.tenantId ??= asker.tenantId;
  return {
    id: activity.conversation.id,
    kind: isPersonal(activity.conversation) ? 'personal' : 'group',
    asker,
    timeZone: getTimeZone(activity),
    reference: TurnContext.getConversationReference(activity),
    async send(outgoing) {
      return (await context.sendActivity(outgoing))?.id || undefined;
    },
    async replace(id, outgoing) {
      await context.updateActivity({ ...outgoing, id });
    },
    getChannelToken: () => getChannelToken(context),
    askToSignIn: () => questions.askToSignIn(context),
    askForSite: (options) => questions.askForSite(context, options),
  };
}

/** The person that Teams names as the sender; the id is empty if it names none. */
export function getAsker(activity: Activity): Asker {
  const { aadObjectId: id = '', name = '' } = activity.from;
  return { tenantId: getTenantId(activity), id, name };
}

/** Documented as a name such as `America/Los_Angeles`: https://learn.microsoft.com/javascript/api/botframework-schema/activity */
function getTimeZone({ localTimezone }: Partial<Activity>): string | undefined {
  const { data } = TimeZone.safeParse(localTimezone);
  return data;
}

/** Without a type, `isGroup` and the id decide: ids of groups and channels start with `19:`. */
function isPersonal({ id, conversationType, isGroup }: ConversationAccount): boolean {
  return conversationType ? conversationType === 'personal' : !isGroup && !id.startsWith('19:');
}

/** The token with which the bot calls the connector in this turn. */
async function getChannelToken({ turnState, adapter }: TurnContext): Promise<string | null> {
  const connector = turnState.get<ConnectorClient | undefined>(adapter.ConnectorClientKey);
  const credentials: unknown = connector?.credentials;
  return credentials instanceof AppCredentials && credentials.appId ? credentials.getToken() : null;
}
