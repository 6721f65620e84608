/** Every sentence of the bot that a person may read. */

const files = (count: number) => (count === 1 ? '1 file of yours is' : `${count} files of yours are`);

export const texts = {
  thinking: 'AVA is thinking…',
  here: 'Here is the answer:',
  searching: (site: string) => `AVA is searching ${site}…`,
  hello: (name: string) =>
    `Hello ${name}. Ask me anything, or write **help** to see what I can do. I answer with your own rights: what you may not open, I do not tell you.`,
  welcome:
    'Hello, I am AVA. Ask me anything, or write **help** to see what I can do. In a group, mention me; I answer with the rights of whoever asks.',
  fresh: 'A new chat begins with your next message. The last one stays in your history in the AVA tab.',
  signInText:
    'AVA answers with your own rights, so it needs to know who you are. Your question is answered right after.',
  signInButton: 'Sign in',
  signedOut: 'You are signed out here. Your next question will ask you to sign in again.',
  exchangeFailed: 'AVA could not use this sign-in. Please sign in with the button, or open the AVA tab once.',
  consentNeeded: 'AVA needs your consent before it can act for you in Microsoft 365.',
  otherAccount: 'You are signed in with another account than the one you use in Teams.',
  signInFailed: (code: string, link: string) =>
    `Signing in did not work (${code}). Please [open AVA in its tab](${link}) once; after that, ask me again.`,
  nobody: 'Teams did not say who you are, so I cannot answer. Please write to me from your own account.',
  switchedOff: 'Your organisation has switched the AVA bot off. The AVA tab is there for you.',
  knowledgeOff: 'Your organisation has switched Knowledge Search off.',
  unexpected: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  emptyMessage: 'I got a message without words. Please write your question.',
  invalidMention:
    "I couldn't process your mention. Please make sure you're using the name of a site that **search** lists.",
  staleCard: 'This card is out of date: what it belongs to is no longer there, or is not yours.',
  strangeCard: 'I do not know this card. Please ask me again.',
  stopping: 'Stopping the answer.',
  nothingToStop: 'There is no answer being written here.',
  notStopped: 'Only who asked can stop this answer.',
  stopped: 'Stopped.',
  interrupted: 'The answer broke off here. Please ask again.',
  continued: (rest: string) => `…${rest}`,
  restInTab: (link: string) => `\n\n[Read the whole answer in AVA](${link})`,
  footer: 'AI-generated content may be incorrect.',
  sources: 'Sources',
  openInAva: 'Open in AVA',
  showSources: 'Show sources to everyone',
  sourcesHidden: (name: string) => `${name}, who asked, decides whether everybody here sees the sources.`,
  sourcesShown: 'Everybody here sees the sources now.',
  onlyAsker: 'Only who asked can show the sources.',
  asking: 'Asking…',
  stop: 'Stop',
  whichSite: 'Which site shall I search?',
  sitesYouMaySee: 'These sites are open to you:',
  noSites: 'No site is open to you yet. You can ask for access below, or open the AVA tab to make one.',
  noSuchSite: (name: string) => `I know no site called “${name}” that is open to you.`,
  ambiguousSite: (name: string) => `“${name}” fits more than one site.`,
  searchHere: 'Please write **search** and the whole name of a site. I list the sites only in our own chat.',
  noSuchSiteHere: (name: string) =>
    `I know no site called “${name}” that is open to you. Here I need its whole name; I list the sites only in our own chat.`,
  requestAccess: (name: string) => `Request access to ${name}`,
  searchingIn: (name: string) =>
    `Currently searching in **${name}**. What would you like to know? Write **new** to leave the search.`,
  whichModel: 'Which model shall answer in this chat?',
  modelHere: 'Please write **model** and its name. I list the models only in our own chat.',
  choose: 'Choose',
  modelChosen: (label: string) => `From now on ${label} answers.`,
  noSuchModel: (name: string) => `There is no model called “${name}”.`,
  readingFiles: 'AVA is reading your files…',
  fileFailed: (name: string, reason: string) => `${name} could not be read: ${reason}`,
  fileRefused: 'it lies where AVA does not fetch files from.',
  fileTooLarge: 'it is larger than 70 MB.',
  imageTooLarge: 'the image is larger than 750 KB. The AVA tab makes images smaller by itself.',
  fileGone: 'Teams did not hand it out.',
  askAboutFile: 'I have your file. What would you like to know about it? Please send it once more with your question.',
  continueHow: 'Here are your last chats. Choose the one to go on with.',
  noChats: 'You have no chats yet. Just ask me something.',
  chatsInPrivate: 'Your chats are yours alone. Please write **continue** to me in our own chat.',
  goingOn: (title: string) => `We go on with “${title}”.`,
  notifyHow: 'Write **notify on** to be told here when files that you added to a site are ready, or **notify off**.',
  notifyOn:
    'From now on I tell you here when files that you added to a site are ready. Write **notify off** to end it.',
  notifyOff: 'I no longer tell you when your files are ready.',
  notifyInPrivate: 'I tell only you of your files. Please write this to me in our own chat.',
  noticesOff: 'Write notify off to be told no more.',
  workDone: (ready: number, failed: number) =>
    [ready > 0 ? `${files(ready)} ready.` : '', failed > 0 ? `${files(failed)} not ready: reading failed.` : '']
      .filter((part) => part !== '')
      .join(' '),
  fileDone: (name: string, site: string, state: 'ready' | 'failed') =>
    `${name}${site === '' ? '' : ` in ${site}`}${state === 'failed' ? ': could not be read' : ''}`,
  moreFiles: (count: number) => `… and ${count} more`,
  helpLead: 'I answer questions, search the sites of your organisation and name the page each answer comes from.',
} as const;
