import type { Plugin } from 'vite';

const PROCESSOR = /^\s*inst\._zod\.processJSONSchema = .*$/gm;
const METHOD = /create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)(?:\(params\))?/g;

/** Leaves zod's writer of JSON schemas out of the tab. Every schema refers to it, but only the API describes itself. */
export function smallZod(): Plugin {
  return {
    name: 'small-zod',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: code.replace(PROCESSOR, '').replace(METHOD, 'undefined'), map: null }),
    },
  };
}
