import type { AttackGroup } from './attacker.ts';
import { bodies } from './groups/bodies.ts';
import { bot } from './groups/bot.ts';
import { connections } from './groups/connections.ts';
import { documents } from './groups/documents.ts';
import { longChats } from './groups/longChats.ts';
import { oracles } from './groups/oracles.ts';
import { rows } from './groups/rows.ts';
import { streams } from './groups/streams.ts';
import { texts } from './groups/texts.ts';

export const attackGroups: readonly AttackGroup[] = [
  documents,
  bodies,
  connections,
  texts,
  longChats,
  oracles,
  bot,
  rows,
  streams,
];
