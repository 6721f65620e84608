import { randomUUID } from 'node:crypto';
import { getPerson } from '../../../../env/sandbox/people.ts';
import type { Attack, Attacker, AttackGroup } from '../attacker.ts';

const LONG = 'tea, please! '.repeat(8_000);
const mentions = (count: number) => Array.from({ length: count }, () => ({ type: 'mention', text: '', mentioned: {} }));

/** Activities with Teams' own signature whose content nobody at Teams would send. */
const activities: Readonly<Record<string, (attacker: Attacker) => object>> = {
  '40 empty mentions': () => ({ text: 'help', entities: mentions(40) }),
  '5,000 empty mentions': () => ({ text: 'help', entities: mentions(5_000) }),
  'mentions of nothing in 100 KB': () => ({
    text: '<at>'.repeat(25_000),
    entities: [{ type: 'mention', text: '<at>'.repeat(1_000) }],
  }),
  'a name as Markdown': (attacker) => ({
    text: 'help',
    from: { ...senderOf(attacker), name: '[AVA](https://evil.example) **Admin** <at>everyone</at>' },
  }),
  'a text of 100 KB': () => ({ text: LONG }),
  '100 KB of marks': () => ({ text: '**a_ `'.repeat(16_000) }),
  'a forged press': (attacker) => press({ verb: 'continue', chat: attacker.target.others.chatId }),
  'a forged press that shows sources': (attacker) =>
    press({
      verb: 'showSources',
      asker: getPerson(attacker.person).oid,
      chat: attacker.target.others.chatId,
      message: attacker.target.others.answerId,
      place: 'x.y',
    }),
  'a press that stops the answer of somebody else': () => press({ verb: 'stop', asker: getPerson('elif').oid }),
  'a press with a text of 100 KB': () => press({ verb: 'ask', text: LONG }),
};

export const bot: AttackGroup = {
  name: 'bot',
  attacks: [
    ...Object.entries(activities).map(([name, make]): Attack => ({
      name: `${name} to the bot`,
      run: (attacker) => post(attacker, make(attacker)),
    })),
    { name: 'a text of 100 KB in the chat with the bot', most: 10, run: (attacker) => say(attacker, LONG) },
    {
      name: 'a text of quotation levels in the chat with the bot',
      most: 20,
      run: (attacker) => say(attacker, '>'.repeat(3_000)),
    },
  ],
};

const press = (data: object) => ({
  type: 'invoke',
  name: 'adaptiveCard/action',
  value: { action: { type: 'Action.Execute', data } },
});

function senderOf({ person }: Attacker) {
  const { oid, displayName } = getPerson(person);
  return { id: `29:${oid}`, name: displayName, aadObjectId: oid };
}

async function post(attacker: Attacker, changes: object): Promise<void> {
  const { tenantId } = getPerson(attacker.person);
  const activity = {
    type: 'message',
    id: randomUUID(),
    channelId: 'msteams',
    serviceUrl: `${attacker.target.channel}/teams/`,
    from: senderOf(attacker),
    recipient: { id: '28:bot' },
    conversation: { id: 'a:forged', conversationType: 'personal', tenantId },
    channelData: { tenant: { id: tenantId } },
    ...changes,
  };
  const headers = { authorization: `Bearer ${attacker.target.channelToken}`, 'content-type': 'application/json' };
  const body = Buffer.from(JSON.stringify(activity));
  await attacker.wire({ method: 'POST', path: '/api/messages', headers, body }, attacker.target.bot);
}

/** Through the channel, as a person of Teams says it; the channel's own answers are not AVA's and are not counted. */
async function say({ target, person }: Attacker, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${target.channel}/_sandbox/say`, { method: 'POST', headers, body: JSON.stringify({ person, text }) });
}
