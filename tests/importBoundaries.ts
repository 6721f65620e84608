/** Files under `within` import nothing that matches `forbidden`. */
export interface ImportBoundary {
  sentence: string;
  /** Folders or files, from the root of the repository. */
  within: readonly string[];
  /** Folders or files inside `within` where the boundary does not apply. */
  except?: readonly string[];
  /** Matched against the specifier of each import. A module has only one specifier (`imports` in `package.json`). */
  forbidden: RegExp;
  /** Allows type imports, because they are gone at run time. */
  allowTypes?: boolean;
  /** An import that the boundary must reject; the tests use it. */
  example: string;
}

/** Feature modules of the API: each knows the contract, its `AppContext` and the functions of other features. */
const features = [
  'answers',
  'bot',
  'chat',
  'exports',
  'files',
  'functions',
  'meetings',
  'organization',
  'people',
  'presentations',
  'prompts',
  'search',
  'settings',
  'sites',
  'sources',
  'tasks',
  'workspace',
].map((module) => `api/src/${module}/`);

/** Modules of the API that talk to external services, or read and write the formats of files. */
const services = ['extract', 'graph', 'identity', 'mcp', 'models', 'ooxml', 'storage'].map(
  (module) => `api/src/${module}/`,
);

/** Features of the tab. */
const tabFeatures = [
  'about',
  'admin',
  'chat',
  'exports',
  'knowledge',
  'prompts',
  'settings',
  'slides',
  'tasks',
  'workspace',
];

/** Folders of the bot, each built on those before it. `context.ts` and `texts.ts` are known to all. */
const botLayers = [
  'text',
  'teams',
  'question',
  'cards',
  'delivery',
  'auth',
  'files',
  'answer',
  'tasks',
  'commands',
  'dialogs',
  'turn',
];

export const importBoundaries: readonly ImportBoundary[] = [
  {
    sentence: 'An import that leads out of its folder begins with # (`package.json`, imports), so it has one name.',
    within: ['api/', 'appPackage/', 'bot/', 'tab/', 'env/'],
    except: ['env/sandbox/'],
    forbidden: /^\.\.\//,
    example: '../anything.ts',
  },
  {
    // Files of the sandbox can't use `#contract/…`: the imports of a package can lead only to its own files.
    sentence:
      'The sandbox is a package of its own: it names its files with #, and the contract and the programs by their path.',
    within: ['env/sandbox/'],
    forbidden:
      /^(\.\.\/)+[^./]+\.ts$|^(\.\.\/)+(avatar|documents|graph|identity|launcher|mcp|models|office|playground|server|sites|teams)/,
    example: '../people.ts',
  },
  {
    sentence: 'The contract imports zod and nothing else.',
    within: ['api/contract/'],
    except: ['api/contract/text/tokens.ts', 'api/contract/markdown/dialect.ts'],
    forbidden: /^(#(api|appPackage|board|bot|platform|sandbox|tab|tests)\/|@|[a-y])/,
    example: 'kysely',
  },
  {
    sentence: 'The dialect configures the parser of Markdown; the contract loads no other parser.',
    within: ['api/contract/markdown/dialect.ts'],
    forbidden: /^(#(api|appPackage|board|bot|platform|sandbox|tab|tests)\/|@|[a-ln-z]|m[a-ce-hj-z])/,
    example: 'hast-util-from-html',
  },
  {
    sentence: 'The contract imports nothing from outside itself; only tokens.ts loads a tokenizer.',
    within: ['api/contract/text/tokens.ts'],
    forbidden: /^(#(api|appPackage|board|bot|platform|sandbox|tab|tests)\/|@|[a-ik-y])/,
    example: '#api/env.ts',
  },
  {
    sentence: 'The tab talks to the api through api/contract.',
    within: ['tab/src/'],
    forbidden: /^(#(api|bot|platform|sandbox|tests)\/|node:|kysely|restify|pg$|pino)/,
    example: '#api/chat/chats.ts',
  },
  {
    sentence: 'The drawing board is for development only; the tab does not import it.',
    within: ['tab/src/'],
    forbidden: /^#board\//,
    example: '#board/samples.ts',
  },
  {
    sentence: 'Teams and sign-in are reached through tab/src/teams.',
    within: ['tab/src/'],
    except: ['tab/src/teams/'],
    forbidden: /^@(microsoft\/teams|azure\/msal)/,
    example: '@microsoft/teams-js',
  },
  {
    sentence: 'tab/src/ui knows Fluent and the rules of Markdown, and nothing of AVA.',
    within: ['tab/src/ui/'],
    forbidden: /^#(tab\/(features|state|shell|teams)|contract\/([a-ln-z]|m[b-z]))/,
    example: '#tab/features/chat/chat.state.ts',
  },
  {
    sentence: 'shell, state, runs and teams know no feature; App passes the features to the shell.',
    within: ['tab/src/shell/', 'tab/src/state/', 'tab/src/runs/', 'tab/src/teams/'],
    forbidden: /^#tab\/features\//,
    example: '#tab/features/chat/ChatScreen.tsx',
  },
  // The feature `files` is not among `tabFeatures`, because the composers of other features show its components.
  ...tabFeatures.map((feature, index) => ({
    sentence: `The feature ${feature} uses other features' actions and state, never their components.`,
    within: [`tab/src/features/${feature}/`],
    forbidden: new RegExp(`^#tab/features/(${tabFeatures.toSpliced(index, 1).join('|')})/.*\\.tsx$`),
    example: `#tab/features/${tabFeatures.at(index - 1)}/Anything.tsx`,
  })),
  {
    sentence: 'The bot talks to the api through api/contract.',
    within: ['bot/'],
    forbidden: /^#(api|tab|sandbox)\//,
    example: '#api/chat/sendMessage.ts',
  },
  {
    sentence: 'api/platform is shared by the API and the bot: Node, zod, small libraries, errors and limits.',
    within: ['api/platform/'],
    forbidden: /^(#(api|bot|tab|sandbox)\/|#contract\/([a-df-ikm-z]|en)|restify|kysely|pg$|botbuilder)/,
    example: '#api/app.ts',
  },
  {
    sentence: 'Only bot/src/teams, dialogs and bot.ts talk to Teams.',
    within: ['bot/'],
    except: ['bot/src/teams/', 'bot/src/dialogs/', 'bot/src/bot.ts'],
    forbidden: /^(botbuilder|botframework)/,
    allowTypes: true,
    example: 'botbuilder',
  },
  ...botLayers.slice(0, -1).map((layer, index) => ({
    sentence: `bot/src/${layer} knows nothing of the folders that build on it.`,
    within: [`bot/src/${layer}/`],
    forbidden: new RegExp(`^#bot/(${botLayers.slice(index + 1).join('|')})/`),
    example: `#bot/${botLayers[index + 1]}/anything.ts`,
  })),
  {
    sentence: 'Only bot/src/startBot.ts listens for requests.',
    within: ['bot/'],
    except: ['bot/src/startBot.ts'],
    forbidden: /^restify$/,
    example: 'restify',
  },
  {
    sentence: 'Only api/src/http imports restify.',
    within: ['api/src/'],
    except: ['api/src/http/'],
    forbidden: /^restify$/,
    example: 'restify',
  },
  {
    sentence: 'Only api/src/mcp speaks the Model Context Protocol.',
    within: ['api/src/'],
    except: ['api/src/mcp/'],
    forbidden: /^@modelcontextprotocol/,
    example: '@modelcontextprotocol/client',
  },
  {
    sentence: 'Only api/src/storage contains SQL; the queue is in api/src/jobs.',
    within: ['api/src/'],
    except: ['api/src/storage/', 'api/src/jobs/'],
    forbidden: /^(kysely|pg$|pg-boss|@electric-sql)/,
    example: 'kysely',
  },
  {
    sentence:
      'A route authorizes, calls one function and returns; it does not use the store or an external service itself.',
    within: ['api/src/routes/'],
    forbidden: /^#api\/(storage|graph|mcp|models|identity|extract|jobs)\//,
    allowTypes: true,
    example: '#api/storage/store.ts',
  },
  {
    sentence: 'A feature receives external services through AppContext; it imports only their types.',
    within: features,
    // Presentations use the ZIP reader of `extract`, which limits the sizes. Where a model waits for the text of a
    // file, it is read at once instead of in a queued job.
    except: [
      'api/src/presentations/template/cleanTemplate.ts',
      'api/src/files/readItemText.ts',
      'api/src/files/queryFile.ts',
    ],
    forbidden: /^#api\/(storage|graph|mcp|models|identity|extract|jobs|http|routes)\//,
    allowTypes: true,
    example: '#api/storage/store.ts',
  },
  {
    sentence: 'Only a function that has asked what its reader can read now chooses the events of a run.',
    within: ['api/src/'],
    except: ['api/src/answers/readableEvents.ts', 'api/src/tasks/readableEvents.ts'],
    forbidden: /\/eventFilter\.ts$/,
    allowTypes: true,
    example: '#api/runs/eventFilter.ts',
  },
  {
    sentence: 'A model is called through PersonModels, which asks for the allowance of the person before each call.',
    within: ['api/src/'],
    except: ['api/src/models/', 'api/src/externalServices.ts'],
    forbidden: /^(openai|#api\/models\/(models|embedder)\.ts$)/,
    allowTypes: true,
    example: '#api/models/models.ts',
  },
  {
    sentence: 'A module that talks to an external service or knows the format of a file knows no feature and no route.',
    within: services,
    forbidden:
      /^#api\/(answers|bot|chat|exports|files|functions|meetings|organization|people|presentations|prompts|search|settings|sites|sources|tasks|workspace|routes|http|jobs|runs|policies)\//,
    example: '#api/chat/chats.ts',
  },
  {
    sentence: 'The sandbox speaks the real protocols; it imports nothing from the API.',
    within: ['env/sandbox/'],
    except: ['env/sandbox/launcher/runApi.ts'],
    forbidden: /\/api\/src\//,
    example: '../../api/src/env.ts',
  },
];

/** The boundaries that apply to a file. Tests can import everything. */
export function findBoundaries(file: string): ImportBoundary[] {
  if (/\.test\.tsx?$/.test(file) || file.startsWith('tests/')) return [];
  const isUnder = (folders: readonly string[] = []) => folders.some((folder) => file.startsWith(folder));
  return importBoundaries.filter(({ within, except }) => isUnder(within) && !isUnder(except));
}
