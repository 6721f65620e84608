import { findVariables, type PromptVariable } from '#contract/prompts/promptVariables.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { sentence, shorten, type Markdown } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { button, card, link, textBlock, type Card, type CardElement } from './card.ts';
import { MAX_VARIABLE_CHARACTERS, toInputId } from './promptForm.ts';

/** Maximum number of prompts in the card. A person can use other prompts by their titles. */
const MAX_CHOICES = 25;
const MAX_LABEL = 100;

/** The prompts that a person can use, to choose one. */
export function promptsCard(prompts: readonly Prompt[], lead: Markdown, tabLink: string): Card {
  const choices = prompts.slice(0, MAX_CHOICES).map((prompt) => ({
    title: texts.promptChoice(shorten(prompt.prompt_title, MAX_LABEL), prompt.is_private),
    value: prompt.prompt_id,
  }));
  const more = prompts.length > choices.length ? [textBlock(texts.findOtherPrompt, { isSubtle: true })] : [];
  const choiceSet: CardElement = {
    type: 'Input.ChoiceSet',
    id: 'prompt',
    label: texts.promptsLabel,
    style: 'compact',
    isRequired: true,
    errorMessage: texts.promptsLabel,
    value: choices[0]?.value ?? '',
    choices,
  };
  return card(
    lead,
    [textBlock(lead), choiceSet, ...more],
    [button(texts.usePrompt, { verb: 'usePrompt' }), link(texts.openInAva, tabLink)],
  );
}

export function noPromptsCard(tabLink: string): Card {
  return card(texts.noPrompts, [textBlock(texts.noPrompts)], [link(texts.openInAva, tabLink)]);
}

/** Asks for the variables of a prompt, and says if it is for files, which a card can't ask for. */
export function promptFormCard(prompt: Prompt, tabLink: string): Card {
  const variables = findVariables(prompt.prompt_text);
  const title = sentence`${prompt.prompt_title}`;
  const needsFile = prompt.labels === '' ? [] : [textBlock(texts.promptNeedsFile(prompt.labels_text))];
  return card(
    title,
    [
      textBlock(title, { weight: 'Bolder' }),
      textBlock(sentence`${prompt.prompt_text}`, { isSubtle: true }),
      ...needsFile,
      ...variables.map(variableInput),
    ],
    [
      button(needsFile.length === 0 ? texts.askPrompt : texts.askPromptAnyway, {
        verb: 'askPrompt',
        prompt: prompt.prompt_id,
        variables: variables.map(({ key }) => key),
      }),
      link(texts.openInAva, tabLink),
    ],
  );
}

function variableInput({ name }: PromptVariable, index: number): CardElement {
  return {
    type: 'Input.Text',
    id: toInputId(index),
    label: shorten(name, MAX_LABEL),
    isRequired: true,
    isMultiline: true,
    maxLength: MAX_VARIABLE_CHARACTERS,
    errorMessage: texts.fillVariable,
  };
}
