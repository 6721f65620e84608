/**
 * The threats that AVA withstands, by id. `@proves threat:ID` above a test says that the test proves it; a threat without a test
 * fails docs.test.ts.
 */
export const threats: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Who can do what': {
    tokens: 'Tokens are RS256 with the right issuer, audience, tenant, kind and client; all others get 401',
    'task-owner': 'A task, its runs and its outputs belong to one person; the library shows what is shared',
    'task-survives-process':
      "The process dies during a run of a task: the run continues with the person's rights, and nobody's token is stored",
    'lost-access-to-output':
      'A person loses access to a file that an output is based on: the output is hidden, and no later step reads it',
    'prompt-readers':
      'A prompt is seen by its creator, and if it is shared, by readers of its teams; people who lose access to the teams no longer see it',
    'prompt-editors':
      "Only the creator edits a prompt, and a refused title reveals nothing about prompts that the person can't see",
    'prompt-on-two-devices': 'Two devices change one prompt: neither overwrites the other silently',
    'prompt-in-teams': "A forged button of the bot does not open another person's prompt, and a group sees none",
    'step-in-two-windows': 'Two windows change one step: both versions are shown, and what only one changed is kept',
    'expired-token': 'An expired token is accepted for the clock tolerance and no longer',
    'signing-keys':
      'An unknown key id refreshes the keys at most once a minute; known keys work while the key service is down',
    'token-elsewhere': 'A token in an address, a cookie or another header counts for nothing',
    identity: 'Tenant id and object id decide who owns something; names and addresses sent by a client do not',
    'every-call': 'Every call of the contract is walked, and every id in it has a declared meaning',
    'foreign-id': 'An id of somebody else answers like an id that does not exist',
    'shared-copy': 'A shared chat is a copy that gives no right over the original',
    'copied-citations': "A copy's citations show only what its reader can open",
    'hidden-answers':
      'An answer that a person cannot read stays hidden in later answers, suggestions, titles and copies of copies',
    'failed-access-check': 'A check of access that fails counts as no',
    'unreadable-chunks': 'No person receives a chunk of a file that they cannot read',
    'unreadable-files-in-ranking':
      'A file that a person cannot read affects neither scores nor order nor omissions in a result, so its words cannot be guessed',
    'hidden-messages-in-lists':
      "No limit, count, page, size or order of messages depends on an answer that the person can't read",
    'unreadable-files-in-notices': "Files that a person can't read take the place of no file in a notice",
    'closed-answers':
      "An answer whose file the person can't read now, the person's own included, is shown, exported and found nowhere, replayed by no run and sent to no model",
    'removed-access': 'Removed access takes effect within a minute, also for what was cited',
    'opened-citation': 'Opening a citation asks for the right again',
    'unreadable-site': 'Of a site that the caller cannot read, calls return only the name and link',
    'feature-toggles': 'The server enforces feature toggles',
    'graph-token-cache': 'On-behalf-of tokens are cached under a hash of the assertion',
    'tokens-in-logs': 'No token reaches a log line',
    'stored-tokens': 'No token reaches a job, a database row or a model request',
    'browser-storage': 'The browser keeps only sealed data of the person who is signed in',
    'one-application':
      'The app package, the registration and the environment name one application, and a wrong one is found before the staff finds it',
    'known-clients':
      "Only the clients of Microsoft 365 get AVA's token without asking, and only their pages frame the tab",
    'refused-client-secret': 'A refused client secret is an error with its cause, never missing access',
    'quoted-messages': 'A quoted or forwarded message in Teams is data and never an instruction',
    'sign-in-consent': 'Signing in asks for consent to AVA only and returns to AVA only',
    'graph-tokens-kept': 'Graph tokens are not given out: the SharePoint token call answers 403',
    'administrator-role': 'The application role `AVA.Admin`, and nothing else, makes an administrator',
    'settings-access': 'Only administrators read or change the settings of the organization, and only of their own',
    'administration-screen': 'The screen for administrators opens for nobody else',
    'usage-without-names': 'Usage contains no names and no texts',
    'administrator-reads': 'An administrator reads no more than anybody else',
    'bot-sender': 'The bot verifies token, app id, tenant and service URL before anything leaves',
    'unregistered-bot': 'The bot runs without a registration on loopback only, and never in production',
    'forged-card': 'A card action that the bot did not sign is ignored',
    'forged-answers': "Text under AVA's name is written by a run; a client cannot append an answer or a citation",
    'group-chat': "What is a person's own does not appear in a group chat",
    'source-access':
      'Sources of Microsoft 365 show and attach only what the person can read there, whatever ids they send',
    'source-consent': 'A consent holds for one person and one source; without it, the other sources work',
    'file-parts': 'A part of a stored file is sent to its owner only',
  },
  'What comes in': {
    'malformed-body': 'Every call answers a wrong body with a 4xx, a code and a sentence',
    'malformed-address': 'Every call answers a wrong address or query the same way',
    'bounded-inputs': 'Every text, list and record of a call has a maximum',
    'body-structure':
      'Fields, values and depth of a body are counted before it is parsed; compressed bodies are refused',
    'malformed-http': 'Bytes that are not HTTP, resets and CONNECT end only their own connection',
    'body-limits': 'A body is read up to its limit and for a limited time',
    'endless-request': 'A head or a body that never ends loses its connection',
    'bot-body': 'The bot reads nothing without a token, at most a megabyte with one, and no compressed body',
    'malformed-activity': 'A malformed activity is rejected with a sentence and the bot keeps running',
    'unknown-conversation': 'Activities of a conversation that Teams does not know cannot fill the log',
    'activity-cost': 'An activity has bounded parts and costs in proportion to its length',
    'bot-download-address':
      'The bot downloads files from public addresses only, whatever an allowed host name resolves to',
    'bot-download-end': 'An interrupted download of the bot leaves no connection open',
    'file-types': 'File types are decided on content',
    'file-names': 'Hostile file names do no harm and come back without folders and null characters',
    'file-download': 'Files are served as attachments with `nosniff`',
    archives: 'Archives stop at 100 MB, 10,000 entries and 200:1, counted while they inflate',
    xml: 'XML defines no entities and fetches nothing',
    'extraction-limits': 'Files are read in a child process that is ended at its time and memory limits',
    images: 'An image of a billion pixels is refused by its header; a truncated image is refused with a reason',
    'ocr-limits': 'OCR stops at its limits, and the file says what was not read',
    'file-address': "A file is fetched by address only from a drive item of Graph, with the person's own right",
    'expanding-file': 'A file that expands to a large text does not slow the API down or fill its memory',
    'extraction-cost': 'Reading a document costs in proportion to its length',
    'file-turns': "One person's heavy files do not hold up those of others",
    'crashing-file': 'A file that crashes its process twice is not tried again',
    'regular-expressions': 'No regular expression gets slow on hostile text',
    'fetched-addresses': 'The server fetches from Graph and SharePoint only, at public addresses',
    redirects: 'A redirect is checked again and carries no token',
    'next-link': 'No token follows an `@odata.nextLink` to another host',
    'graph-ids': 'An id cannot lead to another address of Graph',
    'upload-size': 'Uploads stop at 73,400,320 bytes while they stream',
    'person-limits': "One person's runs, uploads and model tokens have limits that answer 429",
    allowance:
      "Every call of a model asks for the person's allowance, also between the steps of a run; a call without a person does not type-check",
    'parallel-calls': 'Many calls at once do not all pass one check, and the one that is stopped counts',
    'titles-and-queries': 'Titles and queries are limited and counted like questions',
    'waiting-for-limits':
      'What meets a limit is not lost: a call waits for the tokens of a minute, an answer keeps its text, a step waits for the person, also across a restart',
    'endless-thoughts': 'A model thinks without end: the answer keeps the beginning of its thoughts',
    'chat-quota': 'A message, a chat and a person have a quota of what they store',
    'copies-count-for-sender':
      "What a person causes to be stored counts for that person, so copies cannot fill a colleague's account",
    'opened-copies':
      'A copy counts for its receiver from its opening; without room it stays unopened and can be deleted',
    'unopened-copies': 'A person can leave only so many unopened copies with one colleague, and with all',
    'task-quota': 'Outputs, generated prompts and items of the library count with the tasks of their owner',
    'lists-without-contents': 'Lists read no contents, so large items of a colleague do not make them slow',
    'upload-quota':
      "One person's files have a total, and what arrives on a day has one, although it is refused or deleted",
    'large-chat': 'A large chat is read by many at once in little memory',
  },
  'What goes out': {
    viewer: 'A document in the viewer runs no script, loads nothing from elsewhere and draws only inside its panel',
    markdown: "An answer's Markdown runs nothing, at any moment while it arrives",
    'markdown-cost': 'Drawing an answer costs in proportion to its length, and hostile Markdown is shown as text',
    'undrawable-entry': 'A chat with an entry that cannot be drawn can still be used and left',
    thoughts:
      'Thoughts of a model quote what it read: they are hidden with their answer, are in no copy, export, prompt, title or log, and are shown without markup',
    'remote-images': 'Answers load no images; links show their host',
    formulas: 'Formulas run, load and link nothing and cannot cover the page; expensive ones are shown as source',
    diagrams: 'Diagrams are drawn without access to the tab and the network, and hostile ones do not block the page',
    'slow-code': 'Code that is slow to highlight stays plain and does not block the page',
    'copied-answer': 'A copied answer runs and loads nothing where it is pasted, and a copied table runs no formula',
    feedback: 'Feedback contains no names and nothing of a chat, and is visible only to owners and administrators',
    cards: 'Cards of the bot load nothing',
    'names-in-teams': 'Names of people, sites and files appear in Teams exactly as written',
    'passage-markup': 'Text of a document stays data: it cannot end its passage, open another or rename its source',
    'message-markup':
      'A chat message, mail or transcript with instructions is data like a file; its sender cannot add headers or speak as AVA',
    'unknown-citations': 'A model can cite only the passages that it was given',
    'endless-answer': 'A model that does not end is cut',
    'table-statements':
      'A statement that a model writes over a table reads this file only: it attaches, reads and writes no other, and ends',
    'obedient-model':
      'A model that obeys 50 documents and 50 results of functions sends nothing but searches as the person, to Graph only, and reveals nothing',
    'site-name': 'A site whose name is an order stays a name for the model: quoted, in one line and short',
    'function-rights': "A function reads with the person's own rights only",
    'function-results': 'What functions found is hidden in copies, and from the model of the recipient',
    'function-limits': 'Function calls of an answer are few, end with Stop, and are not offered when off',
    'connected-identity':
      'A connected system is not told who asks unless the configuration says so, and never gets a token',
    'connected-tools':
      'A tool of a connected system is offered only if an administrator allowed it and it only reads; one that changes is off',
    'connected-disclosure': 'A text that a model obeys sends no word of a file, mail or result to a connected system',
    'prepared-question':
      'A link with a prepared question never sends it, whatever is in its subpage, address or message, in the tab and for the bot',
    'outgoing-allowance':
      "A text that a model obeys can't encode what the model knows in the words, the order or the choice of arguments: an answer sends parts of the person's messages once, and at most 64 bits",
    'connected-faults': 'A connected system that is slow, broken, too large or redirects ends its call only',
    'connected-address': "A connected system can't lead AVA to another address or into the private network",
    'connected-schema': 'A schema of a connected system runs no expression and allows only declared arguments',
    'mentions-in-files': 'Text of a document cannot mention a group or call a function',
    'exported-images':
      'An exported document contains no image that the caller did not send or cannot open, and links to web and mail only',
    'exported-words':
      'A text becomes no formula of a workbook, no program that opens a Markdown file fetches an image, and bullets have no number that their text does not have',
    'export-limits': 'A text that is too large, too deep or too slow to export ends its child process only',
    'parsers-in-children': 'No parser of outside text runs in the API, its workers or the bot',
    nesting: 'Nesting of Markdown is bounded before it is parsed, and no text is lost',
    'waiting-work': 'What waits is bounded per person and holds no data',
    'abandoned-work': 'Work ends with its client, and so do readers that take nothing',
    'endless-bodies': 'Bodies and templates that never end hold a bounded part of the memory',
    'download-address': 'The address of a download is secret, expires, and is refused to another person',
    'draft-content': 'A draft runs nothing, fetches nothing and has only what Outlook draws',
    'one-draft': 'A double click creates one draft, and a failure none',
    'foreign-export': "Nobody drafts another person's answer or saves their file",
    'refused-template':
      'A template with macros, embedded objects or content from outside, a broken one and a zip bomb are refused with a reason and not kept',
    'presentation-content':
      'A presentation has no macros, embedded objects or content from outside, and links to web and mail only',
    'template-slides': 'A presentation contains nothing of the slides that its template had',
    'template-owner': 'A template belongs to one person',
    framing: 'Teams and the host page can frame the tab; nobody can frame the docs',
    https: 'In production AVA does not start without an https address, and behind https browsers use https only',
    'model-server-https': 'Questions and the key of a model server do not cross the internet without https',
    'cross-origin': 'No other origin can read an answer of the API',
    'nothing-reported':
      'No package reports to its makers that AVA is installed, and the docs load nothing from elsewhere',
    caching: 'No cache keeps an answer of the API',
  },
  'Faults that lose nothing': {
    'interrupted-upload':
      'The network or the API is gone in the middle of an upload; the chip, the draft and Retry stay',
    'unavailable-source':
      'Microsoft 365 does not send a chosen file, or it was deleted since: the reason is shown, and the draft stays',
    'older-notes': 'An old tab never overwrites newer notes',
    'api-killed': 'The API is killed in the middle of an answer: what was shown is kept, and Retry works',
    'job-killed': 'The process is killed in the middle of a job: the job is done again or continued',
    'extraction-killed': 'The extraction child is killed: it is replaced, and no busy process stays',
    'drained-streams': 'SIGTERM with open streams: answers end first',
    'replica-dies': 'The replica that writes an answer dies and another one ends it for the readers',
    'store-killed': "The store's process is killed while it writes: every acknowledged commit is kept",
    'reloaded-tab': 'The tab is reloaded, closed, or opened twice during an answer: the answer is complete everywhere',
    'slow-reader': 'A slow reader does not hold up others',
    'interrupted-download': 'Interrupted downloads leave no file open',
    'reconnecting-reader': 'A reader reconnects during an answer or after its end: nothing is missing',
    'sleeping-laptop': 'A laptop sleeps during an answer: all of it is shown after waking',
    'repeated-message': 'A message that is sent twice is one message with one answer',
    'reused-message-id': 'Another text under the same id gets 409',
    'two-senders': 'Two tabs send at once: all messages are stored, each followed by its answer',
    'repeated-activity': 'Teams delivers an activity again: it causes one question and one answer',
    'model-faults':
      'The model server throttles, fails, stops in the middle, answers nothing or HTML: the answer fails with a sentence and keeps its text',
    'model-dialects':
      'A model refuses a parameter, two messages in a row or an empty one, and sends its stream in a form of its own; nothing of it fails the question',
    'timed-out-request': 'A request that timed out is not repeated, because it is paid for',
    'unreserved-output': 'The longest output of a model is not reserved with each request',
    'graph-throttling': 'Graph throttles: calls are retried and succeed',
    'graph-oddities':
      'Graph sends pages without items, pages of HTML, expired links, missing properties and addresses of other hosts; nothing is lost, and no token leaves',
    'expired-delta-link':
      'A delta link expires, or Graph refuses to show a file: only what no longer exists leaves a corpus, and nothing is embedded again',
    'failed-crawl-page': 'A page of a crawl fails: it is reported once, and the crawl continues with it',
    'locked-file': 'One file of many is locked: its reason is shown, and the others are added',
    'postgres-restart': 'PostgreSQL restarts: AVA reconnects',
    'connection-count': 'A process uses at most ten connections',
    'second-process': 'A second process opens the same data folder: it exits, and the first is not disturbed',
    'runaway-statement': 'A statement runs away: it is stopped, and others run',
    'query-plans': 'The embedded store grows: its statistics stay current',
    'differing-clocks': 'Clocks of two machines differ: the clock of the database counts',
    'wrong-clock':
      "The server's clock is ten minutes off: valid tokens are accepted, and the log says why others are refused",
    'full-disk': 'The disk is full: nothing is lost, and AVA works again when there is space',
    'blocked-storage': 'Browser storage is blocked, full or corrupt: the tab continues',
  },
};
