import type { AccessRequestState } from '#contract/sites/accessRequests.ts';
import { isStopped, type CallState, type FunctionCall } from '#contract/runs/functionCalls.ts';
import { joinMarkdown, markdownLink, sentence, shorten, type Markdown } from './text/markdown.ts';

const MAX_NAME = 100;
const MAX_FILE_NAME = 120;
/** Maximum lengths of texts in a card, into which eight calls and ten sources have to fit. */
const MAX_FUNCTION = 40;
const MAX_ASKED = 50;
const MAX_SITE_IN_BUTTON = 40;

const countFiles = (count: number) => (count === 1 ? '1 file' : `${count} files`);

function describeOutcome(state: CallState): string {
  if (state.name !== 'done') return isStopped(state) ? 'Stopped' : 'Failed';
  if (state.outcome !== undefined) return state.outcome;
  if (state.found === 0) return 'Nothing found';
  return state.found === 1 ? '1 result' : `${state.found} results`;
}

/** How the last run of a task ended. */
const taskStates = {
  none: 'not run yet',
  running: 'running',
  complete: 'done',
  failed: 'failed',
  stopped: 'stopped',
  needs_you: 'waits for you',
} as const;

/** All sentences of the bot. Those in messages are Markdown; those in buttons and errors are plain text. */
export const texts = {
  thinking: sentence`AVA is thinking…`,
  here: sentence`Here's the answer:`,
  searching: (site: string) => sentence`AVA is searching ${shorten(site, MAX_NAME)}…`,
  lookingUp: (title: string, asked: string) =>
    asked === ''
      ? sentence`${shorten(title, MAX_NAME)}…`
      : sentence`${shorten(title, MAX_NAME)}: ${shorten(asked, MAX_NAME)}…`,
  lookedUp: sentence`What AVA looked up`,
  call: ({ title, asked, state }: FunctionCall) =>
    asked === ''
      ? sentence`${shorten(title, MAX_FUNCTION)} · ${describeOutcome(state)}`
      : sentence`${shorten(title, MAX_FUNCTION)}: ${shorten(asked, MAX_ASKED)} · ${describeOutcome(state)}`,
  hello: (name: string) =>
    sentence`Hello ${shorten(name, MAX_NAME)}! Ask me anything, or send **help** to see what I can do. I only use what you have access to.`,
  welcomeLead: sentence`Hello, I'm AVA.`,
  welcome: sentence`Ask me anything, send me a file with a question, or search your organization's sites. I name the pages that an answer comes from, and I only use what you have access to.`,
  welcomeInGroup: sentence`Hello, I'm AVA. Mention me with a question: I answer with what you have access to.`,
  welcomePrompts: {
    help: 'What can you do?',
    search: 'Search a site',
    model: 'Choose a model',
  },
  newChat: sentence`Your next message starts a new chat. The last one stays in your history in the AVA tab.`,
  signInText: sentence`Sign in so that AVA can answer with what you have access to. You get your answer right after.`,
  signInButton: 'Sign in',
  signedOut: sentence`You're signed out here. Your next question asks you to sign in again.`,
  exchangeFailed: "AVA couldn't use this sign-in. Please use the sign-in button, or open the AVA tab once.",
  consentNeeded: 'AVA needs your consent before it can act for you in Microsoft 365.',
  otherAccount: "You're signed in with a different account from the one you use in Teams.",
  signInMismatch: (code: string) =>
    sentence`Sign-in didn't work (${code}): AVA's app in Teams and its registration don't match. Please tell your administrator.`,
  signInFailed: (code: string, link: string) =>
    joinMarkdown(
      [
        sentence`Sign-in didn't work (${code}). Please`,
        markdownLink('open AVA in its tab', link),
        sentence`once, then ask me again.`,
      ],
      ' ',
    ),
  unknownPerson: sentence`Teams didn't tell me who you are, so I can't answer. Please write to me from your own account.`,
  switchedOff: 'Your organization has turned off the AVA bot. You can still use the AVA tab.',
  knowledgeOff: 'Your organization has turned off Knowledge Search.',
  unexpected: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  emptyMessage: sentence`Your message has no text. Please write your question.`,
  invalidMention: "I couldn't process your mention. Please use the name of a site that “search” lists.",
  staleCard: sentence`This card is out of date, or it isn't yours.`,
  unknownCard: sentence`I don't know this card. Please ask me again.`,
  stopping: sentence`Stopping the answer.`,
  nothingToStop: sentence`There's no answer to stop.`,
  stoppingTask: sentence`Stopping the task.`,
  taskNotRunning: sentence`This task isn't running any more.`,
  onlyAskerStopsTask: sentence`Only the person who runs this task can stop it.`,
  onlyAskerShowsOutputs: sentence`Only the person who ran this task can show its outputs.`,
  onlyAskerStops: sentence`Only the person who asked can stop this answer.`,
  stopped: sentence`Stopped.`,
  interrupted: sentence`The answer was interrupted. Please ask again.`,
  continued: (rest: Markdown) => joinMarkdown([sentence`…`, rest], ''),
  restInTab: (link: string) => markdownLink('Read the whole answer in AVA', link),
  footer: sentence`AI-generated content may be incorrect.`,
  sources: sentence`Sources`,
  moreSources: (count: number) =>
    count === 1 ? sentence`and 1 more source` : sentence`and ${String(count)} more sources`,
  standings: {
    unverified: sentence`AVA couldn't confirm this.`,
    changed: sentence`The file has changed since.`,
    denied: sentence`You can't open this file.`,
  },
  openInAva: 'Open in AVA',
  exportInAva: 'Export in AVA',
  showSources: 'Show sources to everyone',
  sourcesHidden: (name: string) => sentence`${shorten(name, MAX_NAME)} can show the sources to everyone here.`,
  sourcesShown: sentence`Everyone here can see the sources now.`,
  onlyAskerShowsSources: sentence`Only the person who asked can show the sources.`,
  asking: 'Asking…',
  stop: 'Stop',
  whichSite: sentence`Which site should I search?`,
  accessibleSites: 'Sites you can search:',
  allSites: 'All my sites',
  searchOnly: (site: string) => `Search only ${shorten(site, MAX_SITE_IN_BUTTON)}`,
  noSites: sentence`There's no site you can search yet. Request access below, or create a site in the AVA tab.`,
  noSuchSite: (name: string) => sentence`I can't find a site called “${shorten(name, MAX_NAME)}” that you can search.`,
  ambiguousSite: (name: string) => sentence`“${shorten(name, MAX_NAME)}” matches more than one site.`,
  searchHere: sentence`Please send **search** and the full name of a site. I only list sites in our personal chat.`,
  noSuchSiteHere: (name: string) =>
    sentence`I can't find a site called “${shorten(name, MAX_NAME)}” that you can search. Please use its full name. I only list sites in our personal chat.`,
  requestAccess: (name: string) => `Request access to ${shorten(name, MAX_SITE_IN_BUTTON)}`,
  searchingIn: (name: string) =>
    sentence`Currently searching in **${shorten(name, MAX_NAME)}**. What would you like to know? Send **new** to leave the search.`,
  whichModel: sentence`Which model should answer in this chat?`,
  modelHere: sentence`Please send **model** and its name. I only list models in our personal chat.`,
  choose: 'Choose',
  modelChosen: (label: string) => sentence`${shorten(label, MAX_NAME)} answers from now on.`,
  noSuchModel: (name: string) => sentence`I can't find a model called “${shorten(name, MAX_NAME)}”.`,
  readingFiles: sentence`AVA is reading your files…`,
  fileFailed: (name: string, reason: string) => sentence`AVA couldn't read ${shorten(name, MAX_FILE_NAME)}. ${reason}`,
  filePartlyRead: (name: string, reason: string) => sentence`${shorten(name, MAX_FILE_NAME)}: ${reason}`,
  fileRefused: "AVA can't open files from that location.",
  fileTooLarge: 'It is larger than 70 MB.',
  imageTooLarge: 'The image is larger than 750 KB. The AVA tab reduces the size of images for you.',
  fileGone: "Teams didn't provide the file.",
  askAboutFile: sentence`I have your file. What would you like to know about it? Please send it again with your question.`,
  askAboutMessage: sentence`I have this message. What should I do with it? Please send it again with your question.`,
  whichChat: sentence`Here are your latest chats. Which one would you like to continue?`,
  noChats: sentence`You don't have any chats yet. Just ask me something.`,
  chatsInPrivate: sentence`Your chats are private. Please send **continue** in our personal chat.`,
  continuing: (title: string) => sentence`Let's continue “${shorten(title, MAX_NAME)}”.`,
  notifyHow: sentence`Send **notify on** to get a message here when files you added to a site are ready or your tasks have finished, or **notify off** to stop these messages.`,
  notifyOn: sentence`I'll tell you here when files you added to a site are ready or your tasks have finished. Send **notify off** to stop these messages.`,
  notifyOff: sentence`I won't tell you anymore when your files are ready or your tasks have finished.`,
  notifyInPrivate: sentence`I only tell you about your files and tasks in our personal chat. Please send this there.`,
  howToStopNotices: sentence`Send “notify off” to stop these messages.`,
  filesFinished: (ready: number, failed: number) =>
    joinMarkdown(
      [
        ...(ready > 0 ? [sentence`${countFiles(ready)} ${ready === 1 ? 'is' : 'are'} ready.`] : []),
        ...(failed > 0 ? [sentence`${countFiles(failed)} couldn't be read.`] : []),
      ],
      ' ',
    ),
  fileFinished: (name: string, site: string, state: 'ready' | 'failed') =>
    joinMarkdown(
      [
        sentence`${shorten(name, MAX_FILE_NAME)}`,
        ...(site === '' ? [] : [sentence` in ${shorten(site, MAX_NAME)}`]),
        ...(state === 'failed' ? [sentence`: couldn't be read`] : []),
      ],
      '',
    ),
  accessNotice: (site: string, person: string, state: AccessRequestState) => {
    const name = shorten(site, MAX_NAME);
    if (state === 'open')
      return sentence`${shorten(person, MAX_NAME)} asks for access to ${name}. Answer the request in AVA.`;
    if (state === 'granted')
      return sentence`You have access to ${name} now. It can take a few minutes until I can search it.`;
    return sentence`The owners of ${name} declined your request for access.`;
  },
  taskFinished: (title: string, state: 'complete' | 'failed' | 'needs_you') =>
    joinMarkdown(
      [
        sentence`Your task “${shorten(title, MAX_NAME)}”`,
        ...(state === 'complete' ? [sentence` is done.`] : []),
        ...(state === 'failed' ? [sentence` stopped at a step that failed.`] : []),
        ...(state === 'needs_you' ? [sentence` waits for you. Open it, and I continue.`] : []),
      ],
      '',
    ),
  tasksOff: 'Your organization has turned off tasks.',
  whichTask: sentence`Here are your latest tasks. Which one should I run?`,
  runOther: sentence`To run another one, send **run** and its title.`,
  whichOfTasks: (name: string) =>
    sentence`“${shorten(name, MAX_NAME)}” matches more than one task. Which one should I run?`,
  noTasks: sentence`You don't have any tasks yet. Build one in the AVA tab, then run it from here.`,
  noSuchTask: (name: string) =>
    sentence`I can't find a task of yours called “${shorten(name, MAX_NAME)}”. Here are your latest tasks:`,
  noSuchTaskHere: (name: string) =>
    sentence`I can't find a task of yours called “${shorten(name, MAX_NAME)}”. Please use its full title. I only list tasks in our personal chat.`,
  tasksInPrivate: sentence`Your tasks are private. Please send **tasks** in our personal chat, or **run** and the full title here.`,
  ambiguousTaskHere: sentence`Several of your tasks have this title. Please run the one you mean in our personal chat.`,
  openTask: (title: string) => `Open ${title}`,
  runTask: (title: string) => `Run ${title}`,
  taskState: (steps: number, state: 'none' | 'running' | 'complete' | 'failed' | 'stopped' | 'needs_you') =>
    sentence`${steps === 1 ? '1 step' : `${steps} steps`}, ${taskStates[state]}`,
  stepHeading: (index: number, count: number, title: string) =>
    title === `Step ${index + 1}`
      ? sentence`**Step ${index + 1} of ${count}**`
      : sentence`**Step ${index + 1} of ${count}: ${shorten(title, MAX_NAME)}**`,
  stepStages: {
    waiting: sentence`AVA is getting started…`,
    reading: sentence`AVA is reading…`,
    searching: sentence`AVA is searching…`,
    thinking: sentence`AVA is thinking…`,
  },
  stepLine: (index: number, title: string, state: Markdown) => {
    const number = title === `Step ${index + 1}` ? sentence`` : sentence`${index + 1}\\. `;
    return joinMarkdown([number, sentence`${shorten(title, MAX_NAME)}: `, state], '');
  },
  stepStates: {
    complete: sentence`done`,
    skipped: sentence`up to date`,
    stopped: sentence`stopped`,
    waiting: sentence`not run`,
  },
  stepFailed: (reason: string) => sentence`failed. ${reason}`,
  stepNeedsYou: (reason: string) => sentence`waits for you. ${reason}`,
  moreSteps: (count: number) => sentence`… and ${count} more`,
  taskRuns: (title: string, done: number, count: number) =>
    sentence`Running your task “${shorten(title, MAX_NAME)}”: ${done} of ${count} steps are done.`,
  taskStopped: (title: string) => sentence`Your task “${shorten(title, MAX_NAME)}” was stopped.`,
  taskDeleted: (title: string) =>
    sentence`Your task “${shorten(title, MAX_NAME)}” was deleted, so its run has stopped.`,
  taskUpToDate: (title: string) =>
    sentence`Your task “${shorten(title, MAX_NAME)}” is up to date, so no step had to run.`,
  taskOutOfSight: (title: string) =>
    sentence`I lost the connection, so I can't show the rest here. Your task “${shorten(title, MAX_NAME)}” is still running. Open it in AVA.`,
  runAgain: 'Run all steps again',
  continueRun: 'Continue',
  showAllOutputs: 'Show all outputs',
  showOutputs: 'Show outputs to everyone',
  outputsHidden: (name: string) => sentence`${shorten(name, MAX_NAME)} can show the outputs to everyone here.`,
  outputsOf: (title: string) => sentence`**Outputs of “${shorten(title, MAX_NAME)}”**`,
  noOutputs: sentence`This run has no outputs to show.`,
  restOfOutputs: (link: string) => markdownLink('Read the whole output in AVA', link),
  moreFiles: (count: number) => sentence`… and ${count} more`,
  whichPrompt: sentence`Which prompt should I use?`,
  promptsLabel: 'Your prompts and those shared with you',
  promptChoice: (title: string, isPrivate: boolean) => (isPrivate ? `${title} (private)` : title),
  findOtherPrompt: sentence`To find another one, send **prompts** and a part of its title.`,
  usePrompt: 'Use this prompt',
  noPrompts: sentence`There are no prompts for you yet. Create one in the AVA tab, then use it from here.`,
  noSuchPrompt: (name: string) =>
    sentence`I can't find a prompt called “${shorten(name, MAX_NAME)}”. Here are those that you can use:`,
  promptsInPrivate: sentence`Your prompts can be private. Please send **prompts** in our personal chat.`,
  promptNeedsFile: (types: string) =>
    sentence`This prompt is for files: ${types}. I can't ask for a file here. Send the file with a question, or use this prompt in the AVA tab.`,
  fillVariable: 'Please fill this in.',
  askPrompt: 'Ask',
  askPromptAnyway: 'Ask without a file',
  askingPrompt: (title: string) => sentence`Asking “${shorten(title, MAX_NAME)}”…`,
  helpLead: sentence`I answer questions and search your organization's sites. Each answer names the pages it comes from.`,
} as const;
