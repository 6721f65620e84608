/** One wall of the house: files under `within` import nothing that matches `never`. */
export interface Wall {
  sentence: string;
  /** Folders or files from the root; a file is here when its path begins with one of them. */
  within: readonly string[];
  /** Where the wall has a door. */
  except?: readonly string[];
  /** Tested against the words between the quotation marks of an import. */
  never: RegExp;
  /** Types may pass: they are gone when the program runs. */
  typesPass?: boolean;
  /** An import that the wall must stop, for the test that every wall stands. */
  example: string;
}

/** Rooms of the API that hold features: each knows the contract, the world it is handed, and other features' verbs. */
const features = ['answers', 'bot', 'chat', 'files', 'organization', 'people', 'settings', 'sites', 'workspace'].map(
  (room) => `api/src/${room}/`,
);

/** Rooms of the API that talk to the outside. */
const outside = ['extract', 'graph', 'identity', 'models', 'storage'].map((room) => `api/src/${room}/`);

export const walls: readonly Wall[] = [
  {
    sentence: 'The contract imports zod and nothing else.',
    within: ['api/contract/'],
    except: ['api/contract/tokens.ts'],
    never: /^(\.\.\/|@|[a-y])/,
    example: 'kysely',
  },
  {
    sentence: 'The contract imports nothing from outside itself; tokens.ts alone loads a tokenizer.',
    within: ['api/contract/tokens.ts'],
    never: /^(\.\.\/|@|[a-fh-y])/,
    example: '../src/env.ts',
  },
  {
    sentence: 'The tab talks to the api through api/contract.',
    within: ['tab/src/'],
    never: /\/(api\/src|bot|env|tests)\/|^(node:|kysely|restify|pg$|pino)/,
    example: '../../api/src/chat/chats.ts',
  },
  {
    sentence: 'Teams and sign-in are reached through tab/src/teams.',
    within: ['tab/src/'],
    except: ['tab/src/teams/'],
    never: /^@(microsoft\/teams|azure\/msal)/,
    example: '@microsoft/teams-js',
  },
  {
    sentence: 'tab/src/ui knows Fluent and nothing of AVA.',
    within: ['tab/src/ui/'],
    never: /\/(features|state|shell|teams|contract)\//,
    example: '../features/chat/chat.state.ts',
  },
  {
    sentence: 'The frame does not know its features; App hands them to it.',
    within: ['tab/src/shell/', 'tab/src/state/', 'tab/src/teams/'],
    never: /\/features\//,
    example: '../features/chat/ChatScreen.tsx',
  },
  {
    // Files and settings are supporting features: their chips stand inside the composers of the others.
    sentence: "A feature uses another feature's actions and state, never its components.",
    within: ['tab/src/features/'],
    never: /^(\.\.\/)+(about|chat|exports|knowledge|meetings|prompts|tasks|workspace)\/.*\.tsx$/,
    example: '../workspace/FileViewer.tsx',
  },
  {
    sentence: 'The bot talks to the api through api/contract.',
    within: ['bot/'],
    never: /\/(api\/src|tab|env)\//,
    example: '../../api/src/chat/sendMessage.ts',
  },
  {
    sentence: 'api/platform is shared by the API and the bot: Node, zod, small libraries, errors and limits.',
    within: ['api/platform/'],
    never: /\/(src|bot|tab|env)\/|\/contract\/([a-df-ikm-z]|en)|^(restify|kysely|pg$|botbuilder)/,
    example: '../src/log.ts',
  },
  {
    sentence: 'Teams is spoken to through bot/src/adapter.ts and bot/src/bot.ts; dialogs are in their folder.',
    within: ['bot/'],
    except: ['bot/src/adapter.ts', 'bot/src/bot.ts', 'bot/src/dialogs/'],
    never: /^(botbuilder|botframework)/,
    typesPass: true,
    example: 'botbuilder',
  },
  {
    sentence: 'The bot listens in bot/src/index.ts alone.',
    within: ['bot/'],
    except: ['bot/src/index.ts'],
    never: /^restify$/,
    example: 'restify',
  },
  {
    sentence: 'restify is known to api/src/http alone.',
    within: ['api/src/'],
    except: ['api/src/http/'],
    never: /^restify$/,
    example: 'restify',
  },
  {
    sentence: 'SQL is known to api/src/storage alone; the queue is in api/src/jobs.',
    within: ['api/src/'],
    except: ['api/src/storage/', 'api/src/jobs/'],
    never: /^(kysely|pg$|pg-boss|@electric-sql)/,
    example: 'kysely',
  },
  {
    sentence: 'A route authorizes, calls one verb and returns; it reaches no store and no service itself.',
    within: ['api/src/routes/'],
    never: /\/(storage|graph|models|identity|extract|jobs)\//,
    typesPass: true,
    example: '../storage/store.ts',
  },
  {
    sentence: 'A feature is handed the outside; it imports the types of it and nothing that runs.',
    within: features,
    never: /\/(storage|graph|models|identity|extract|jobs|http|routes)\//,
    typesPass: true,
    example: '../storage/store.ts',
  },
  {
    sentence: 'A room that talks to the outside knows no feature and no route.',
    within: outside,
    except: ['api/src/storage/tables/'],
    never:
      /^(\.\.\/)+(answers|bot|chat|files|organization|people|settings|sites|workspace|routes|http|jobs|runs|policies)\//,
    example: '../chat/chats.ts',
  },
  {
    // One level up from a folder of tables is another folder of tables.
    sentence: 'Tables know no feature and no route.',
    within: ['api/src/storage/tables/'],
    never:
      /^(\.\.\/){2,}(answers|bot|chat|files|organization|people|settings|sites|workspace|routes|http|jobs|runs|policies)\//,
    example: '../../../chat/chats.ts',
  },
  {
    sentence: 'The sandbox speaks the real protocols; it knows nothing of what the api has inside.',
    within: ['env/sandbox/'],
    except: ['env/sandbox/runApi.ts'],
    never: /\/api\/src\//,
    example: '../../api/src/env.ts',
  },
];

/** The walls that stand around a file. Tests see everything. */
export function wallsAround(file: string): Wall[] {
  if (/\.test\.tsx?$/.test(file) || file.startsWith('tests/')) return [];
  const under = (folders: readonly string[] = []) => folders.some((folder) => file.startsWith(folder));
  return walls.filter((wall) => under(wall.within) && !under(wall.except));
}
