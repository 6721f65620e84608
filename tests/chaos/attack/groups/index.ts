import type { AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { allowance } from './allowance.ts';
import { bodies } from './bodies.ts';
import { bot } from './bot.ts';
import { closedAnswers } from './closedAnswers.ts';
import { connected } from './connected.ts';
import { connections } from './connections.ts';
import { documents } from './documents.ts';
import { exports } from './exports.ts';
import { longChats } from './longChats.ts';
import { oracles } from './oracles.ts';
import { rows } from './rows.ts';
import { storage } from './storage.ts';
import { streams } from './streams.ts';
import { texts } from './texts.ts';

/** The attacks of the ten members of `setup.ts`; all groups run at the same time. */
export const attackGroups: readonly AttackGroup[] = [
  documents,
  exports,
  bodies,
  connections,
  connected,
  texts,
  longChats,
  oracles,
  closedAnswers,
  bot,
  rows,
  storage,
  streams,
  allowance,
];
