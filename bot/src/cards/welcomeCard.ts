import { joinMarkdown, sentence } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { card, factSet, link, textBlock, textButton, toFallbackText, type Card } from './card.ts';

/** Greets a person in their personal chat. Its buttons send commands, which work with every model. */
export function welcomeCard(tabLink: string): Card {
  const { help, search, model } = texts.welcomePrompts;
  return card(
    joinMarkdown([texts.welcomeLead, texts.welcome], ' '),
    [textBlock(texts.welcomeLead, { weight: 'Bolder', size: 'Medium' }), textBlock(texts.welcome)],
    [
      textButton(help, 'help'),
      textButton(search, 'search'),
      textButton(model, 'model'),
      link(texts.openInAva, tabLink),
    ],
  );
}

export function helpCard(commands: readonly { name: string; summary: string }[], tabLink: string): Card {
  const names = commands.map(({ name }) => name);
  return card(
    toFallbackText(texts.helpLead, names),
    [
      textBlock(texts.helpLead),
      factSet(commands.map(({ name, summary }) => ({ title: sentence`${name}`, value: sentence`${summary}` }))),
      textBlock(texts.footer, { isSubtle: true, size: 'Small' }),
    ],
    [link(texts.openInAva, tabLink)],
  );
}
