import { joinMarkdown, markdownLink, sentence, short, type Markdown } from './markdown.ts';

/** Every sentence of the bot that a person may read: those of messages are Markdown, those of buttons and errors plain. */

const MAX_NAME = 100;
const MAX_FILE_NAME = 120;

const files = (count: number) => (count === 1 ? '1 file of yours is' : `${count} files of yours are`);

export const texts = {
  thinking: sentence`AVA is thinking…`,
  here: sentence`Here is the answer:`,
  searching: (site: string) => sentence`AVA is searching ${short(site, MAX_NAME)}…`,
  hello: (name: string) =>
    sentence`Hello ${short(name, MAX_NAME)}. Ask me anything, or write **help** to see what I can do. I answer with your own rights: what you may not open, I do not tell you.`,
  welcome: sentence`Hello, I am AVA. Ask me anything, or write **help** to see what I can do. In a group, mention me; I answer with the rights of whoever asks.`,
  fresh: sentence`A new chat begins with your next message. The last one stays in your history in the AVA tab.`,
  signInText: sentence`AVA answers with your own rights, so it needs to know who you are. Your question is answered right after.`,
  signInButton: 'Sign in',
  signedOut: sentence`You are signed out here. Your next question will ask you to sign in again.`,
  exchangeFailed: 'AVA could not use this sign-in. Please sign in with the button, or open the AVA tab once.',
  consentNeeded: 'AVA needs your consent before it can act for you in Microsoft 365.',
  otherAccount: 'You are signed in with another account than the one you use in Teams.',
  signInFailed: (code: string, link: string) =>
    joinMarkdown(
      [
        sentence`Signing in did not work (${code}). Please`,
        markdownLink('open AVA in its tab', link),
        sentence`once; after that, ask me again.`,
      ],
      ' ',
    ),
  nobody: sentence`Teams did not say who you are, so I cannot answer. Please write to me from your own account.`,
  switchedOff: 'Your organization has switched the AVA bot off. The AVA tab is there for you.',
  knowledgeOff: 'Your organization has switched Knowledge Search off.',
  unexpected: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  emptyMessage: sentence`I got a message without words. Please write your question.`,
  invalidMention:
    "I couldn't process your mention. Please make sure you're using the name of a site that “search” lists.",
  staleCard: sentence`This card is out of date: what it belongs to is no longer there, or is not yours.`,
  strangeCard: sentence`I do not know this card. Please ask me again.`,
  stopping: sentence`Stopping the answer.`,
  nothingToStop: sentence`There is no answer being written here.`,
  notStopped: sentence`Only who asked can stop this answer.`,
  stopped: sentence`Stopped.`,
  interrupted: sentence`The answer broke off here. Please ask again.`,
  continued: (rest: Markdown) => joinMarkdown([sentence`…`, rest], ''),
  restInTab: (link: string) => markdownLink('Read the whole answer in AVA', link),
  footer: sentence`AI-generated content may be incorrect.`,
  sources: sentence`Sources`,
  openInAva: 'Open in AVA',
  showSources: 'Show sources to everyone',
  sourcesHidden: (name: string) =>
    sentence`${short(name, MAX_NAME)}, who asked, decides whether everybody here sees the sources.`,
  sourcesShown: sentence`Everybody here sees the sources now.`,
  onlyAsker: sentence`Only who asked can show the sources.`,
  asking: 'Asking…',
  stop: 'Stop',
  whichSite: sentence`Which site shall I search?`,
  sitesYouMaySee: 'These sites are open to you:',
  noSites: sentence`No site is open to you yet. You can ask for access below, or open the AVA tab to make one.`,
  noSuchSite: (name: string) => sentence`I know no site called “${short(name, MAX_NAME)}” that is open to you.`,
  ambiguousSite: (name: string) => sentence`“${short(name, MAX_NAME)}” fits more than one site.`,
  searchHere: sentence`Please write **search** and the whole name of a site. I list the sites only in our own chat.`,
  noSuchSiteHere: (name: string) =>
    sentence`I know no site called “${short(name, MAX_NAME)}” that is open to you. Here I need its whole name; I list the sites only in our own chat.`,
  requestAccess: (name: string) => `Request access to ${short(name, 40)}`,
  searchingIn: (name: string) =>
    sentence`Currently searching in **${short(name, MAX_NAME)}**. What would you like to know? Write **new** to leave the search.`,
  whichModel: sentence`Which model shall answer in this chat?`,
  modelHere: sentence`Please write **model** and its name. I list the models only in our own chat.`,
  choose: 'Choose',
  modelChosen: (label: string) => sentence`From now on ${short(label, MAX_NAME)} answers.`,
  noSuchModel: (name: string) => sentence`There is no model called “${short(name, MAX_NAME)}”.`,
  readingFiles: sentence`AVA is reading your files…`,
  fileFailed: (name: string, reason: string) => sentence`${short(name, MAX_FILE_NAME)} could not be read: ${reason}`,
  fileRefused: 'it lies where AVA does not fetch files from.',
  fileTooLarge: 'it is larger than 70 MB.',
  imageTooLarge: 'the image is larger than 750 KB. The AVA tab makes images smaller by itself.',
  fileGone: 'Teams did not hand it out.',
  askAboutFile: sentence`I have your file. What would you like to know about it? Please send it once more with your question.`,
  continueHow: sentence`Here are your last chats. Choose the one to go on with.`,
  noChats: sentence`You have no chats yet. Just ask me something.`,
  chatsInPrivate: sentence`Your chats are yours alone. Please write **continue** to me in our own chat.`,
  goingOn: (title: string) => sentence`We go on with “${short(title, MAX_NAME)}”.`,
  notifyHow: sentence`Write **notify on** to be told here when files that you added to a site are ready, or **notify off**.`,
  notifyOn: sentence`From now on I tell you here when files that you added to a site are ready. Write **notify off** to end it.`,
  notifyOff: sentence`I no longer tell you when your files are ready.`,
  notifyInPrivate: sentence`I tell only you of your files. Please write this to me in our own chat.`,
  noticesOff: sentence`Write notify off to be told no more.`,
  workDone: (ready: number, failed: number) =>
    joinMarkdown(
      [
        ...(ready > 0 ? [sentence`${files(ready)} ready.`] : []),
        ...(failed > 0 ? [sentence`${files(failed)} not ready: reading failed.`] : []),
      ],
      ' ',
    ),
  fileDone: (name: string, site: string, state: 'ready' | 'failed') =>
    joinMarkdown(
      [
        sentence`${short(name, MAX_FILE_NAME)}`,
        ...(site === '' ? [] : [sentence` in ${short(site, MAX_NAME)}`]),
        ...(state === 'failed' ? [sentence`: could not be read`] : []),
      ],
      '',
    ),
  moreFiles: (count: number) => sentence`… and ${count} more`,
  helpLead: sentence`I answer questions, search the sites of your organization and name the page each answer comes from.`,
} as const;
