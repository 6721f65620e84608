import type { ChatMetadata } from '#contract/chats/chat.ts';
import { modelLabel, type Model } from '#contract/models.ts';
import type { InaccessibleSite, Site } from '#contract/sites/sites.ts';
import { shorten } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { button, card, link, textBlock, toFallbackText, type Card, type CardElement } from './card.ts';

/** Maximum number of choices: a longer list is tedious. Other sites and models can be chosen by name. */
const MAX_CHOICES = 25;
const MAX_ACCESS_LINKS = 5;
const MAX_LABEL = 100;

function choiceSet(id: string, label: string, choices: readonly { title: string; value: string }[]): CardElement {
  return {
    type: 'Input.ChoiceSet',
    id,
    label,
    style: 'compact',
    isRequired: true,
    errorMessage: label,
    value: choices[0]?.value ?? '',
    choices: choices.slice(0, MAX_CHOICES),
  };
}

/** The sites that a person can search, and links to request access to others. */
export function sitesCard(accessible: readonly Site[], inaccessible: readonly InaccessibleSite[]): Card {
  const accessLinks = inaccessible
    .slice(0, MAX_ACCESS_LINKS)
    .map(({ name, link: url }) => link(texts.requestAccess(name), url));
  if (accessible.length === 0) return card(texts.noSites, [textBlock(texts.noSites)], accessLinks);
  const choices = [
    ...(accessible.length > 1 ? [{ title: texts.allSites, value: 'all' }] : []),
    ...accessible.map(({ SiteId, SiteName }) => ({ title: shorten(SiteName, MAX_LABEL), value: SiteId })),
  ];
  const names = choices.map(({ title }) => title);
  return card(
    toFallbackText(texts.whichSite, names),
    [textBlock(texts.whichSite, { weight: 'Bolder' }), choiceSet('site', texts.accessibleSites, choices)],
    [button(texts.choose, { verb: 'site' }), ...accessLinks],
  );
}

/** @param selected the alias of the current model, which is listed first */
export function modelsCard(models: readonly Model[], selected: string): Card {
  const choices = models
    .toSorted((a, b) => Number(b.model_alias === selected) - Number(a.model_alias === selected))
    .map((model) => ({ title: shorten(modelLabel(model), MAX_LABEL), value: model.model_alias }));
  const names = choices.map(({ title }) => title);
  return card(
    toFallbackText(texts.whichModel, names),
    [choiceSet('model', texts.whichModel, choices)],
    [button(texts.choose, { verb: 'model' })],
  );
}

/** A button for each of a person's last chats. */
export function chatsCard(chats: readonly ChatMetadata[]): Card {
  return card(
    texts.whichChat,
    [textBlock(texts.whichChat)],
    chats.map(({ ConversationId, Title }) => button(Title, { verb: 'continue', chat: ConversationId })),
  );
}
