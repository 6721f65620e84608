import type { ChatMetadata } from '../../../api/contract/chat.ts';
import { modelLabel, type Model } from '../../../api/contract/models.ts';
import type { InaccessibleSite, Site } from '../../../api/contract/sites.ts';
import { joinMarkdown, sentence, short, type Markdown } from '../markdown.ts';
import { texts } from '../texts.ts';
import { button, card, factSet, link, textBlock, type Card, type CardElement } from './card.ts';

/** A list that a person still reads; whatever is further down is found by its name. */
const MAX_CHOICES = 25;
const MAX_REQUESTS = 5;

/** A sentence with as many of the names as it has room for. */
function withNames(lead: Markdown, names: readonly string[]): Markdown {
  return joinMarkdown([lead, sentence`${names.join(', ')}`], ' ');
}

function choice(id: string, label: string, options: readonly { title: string; value: string }[]): CardElement {
  return {
    type: 'Input.ChoiceSet',
    id,
    label,
    style: 'compact',
    isRequired: true,
    errorMessage: label,
    value: options[0]?.value ?? '',
    choices: options.slice(0, MAX_CHOICES),
  };
}

/** The sites a person may search, to choose one of; of the others, where to ask for access. */
export function sitesCard(open: readonly Site[], closed: readonly InaccessibleSite[]): Card {
  const asks = closed.slice(0, MAX_REQUESTS).map(({ name, link: url }) => link(texts.requestAccess(name), url));
  if (open.length === 0) return card(texts.noSites, [textBlock(texts.noSites)], asks);
  const options = open.map(({ SiteId, SiteName }) => ({ title: short(SiteName, 100), value: SiteId }));
  const names = options.map(({ title }) => title);
  return card(
    withNames(texts.whichSite, names),
    [textBlock(texts.whichSite, { weight: 'Bolder' }), choice('site', texts.sitesYouMaySee, options)],
    [button(texts.choose, { verb: 'site' }), ...asks],
  );
}

export function modelsCard(models: readonly Model[], present: string): Card {
  const options = models
    .toSorted((a, b) => Number(b.model_alias === present) - Number(a.model_alias === present))
    .map((model) => ({ title: short(modelLabel(model), 100), value: model.model_alias }));
  return card(
    withNames(
      texts.whichModel,
      options.map(({ title }) => title),
    ),
    [choice('model', texts.whichModel, options)],
    [button(texts.choose, { verb: 'model' })],
  );
}

/** A person's last chats, each a press away. */
export function chatsCard(chats: readonly ChatMetadata[]): Card {
  return card(
    texts.continueHow,
    [textBlock(texts.continueHow)],
    chats.map(({ ConversationId, Title }) => button(Title, { verb: 'continue', chat: ConversationId })),
  );
}

/** Holds the place of an answer in a group, where Teams has no button to stop it. */
export function waitingCard(askerId: string): Card {
  return card(
    texts.thinking,
    [textBlock(texts.thinking, { isSubtle: true })],
    [button(texts.stop, { verb: 'stop', asker: askerId })],
  );
}

export function helpCard(lines: readonly { name: string; summary: string }[], tabLink: string): Card {
  return card(
    withNames(
      texts.helpLead,
      lines.map(({ name }) => name),
    ),
    [
      textBlock(texts.helpLead),
      factSet(lines.map(({ name, summary }) => ({ title: sentence`${name}`, value: sentence`${summary}` }))),
      textBlock(texts.footer, { isSubtle: true, size: 'Small' }),
    ],
    [link(texts.openInAva, tabLink)],
  );
}
