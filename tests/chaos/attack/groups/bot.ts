import { randomUUID } from 'node:crypto';
import { getPerson } from '#sandbox/people.ts';
import type { Attack, Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';

const LONG = 'tea, please! '.repeat(8_000);
const PREPARED = { verb: 'ask', text: 'What is closed?' };
const mentions = (count: number) => Array.from({ length: count }, () => ({ type: 'mention', text: '', mentioned: {} }));

/** Activities with the signature of the Teams channel and content that Teams would not send. */
const activities: Readonly<Record<string, (attacker: Attacker) => object>> = {
  '40 empty mentions': () => ({ text: 'help', entities: mentions(40) }),
  '5,000 empty mentions': () => ({ text: 'help', entities: mentions(5_000) }),
  'mentions of nothing in 100 KB': () => ({
    text: '<at>'.repeat(25_000),
    entities: [{ type: 'mention', text: '<at>'.repeat(1_000) }],
  }),
  'a name as Markdown': (attacker) => ({
    text: 'help',
    from: { ...toSender(attacker), name: '[AVA](https://evil.example) **Admin** <at>everyone</at>' },
  }),
  'a text of 100 KB': () => ({ text: LONG }),
  '100 KB of marks': () => ({ text: '**a_ `'.repeat(16_000) }),
  'a forged button press': (attacker) => makeButtonPress({ verb: 'continue', chat: attacker.target.others.chatId }),
  'a forged button press that shows sources': (attacker) =>
    makeButtonPress({
      verb: 'showSources',
      asker: getPerson(attacker.person).oid,
      chat: attacker.target.others.chatId,
      message: attacker.target.others.answerId,
      place: 'x.y',
    }),
  'a button press that stops the answer of another person': () =>
    makeButtonPress({ verb: 'stop', asker: getPerson('elif').oid }),
  'a prepared question in a value': () => ({ text: '', value: { text: LONG, send: true, autosubmit: true } }),
  'a prepared question in an installation': () => ({ type: 'installationUpdate', action: 'add', value: PREPARED }),
  'a button press with a text of 100 KB': () => makeButtonPress({ verb: 'ask', text: LONG }),
};

export const bot: AttackGroup = {
  name: 'bot',
  attacks: [
    ...Object.entries(activities).map(([name, make]): Attack => ({
      name: `${name} to the bot`,
      run: (attacker) => postActivity(attacker, make(attacker)),
    })),
    { name: 'a text of 100 KB in the chat with the bot', maxTimes: 10, run: (attacker) => sendInTeams(attacker, LONG) },
    {
      name: 'a text of quotation levels in the chat with the bot',
      maxTimes: 20,
      run: (attacker) => sendInTeams(attacker, '>'.repeat(3_000)),
    },
  ],
};

const makeButtonPress = (data: object) => ({
  type: 'invoke',
  name: 'adaptiveCard/action',
  value: { action: { type: 'Action.Execute', data } },
});

function toSender({ person }: Attacker) {
  const { oid, displayName } = getPerson(person);
  return { id: `29:${oid}`, name: displayName, aadObjectId: oid };
}

async function postActivity(attacker: Attacker, changes: object): Promise<void> {
  const { tenantId } = getPerson(attacker.person);
  const activity = {
    type: 'message',
    id: randomUUID(),
    channelId: 'msteams',
    serviceUrl: `${attacker.target.channel}/teams/`,
    from: toSender(attacker),
    recipient: { id: '28:bot' },
    conversation: { id: 'a:forged', conversationType: 'personal', tenantId },
    channelData: { tenant: { id: tenantId } },
    ...changes,
  };
  const headers = { authorization: `Bearer ${attacker.target.channelToken}`, 'content-type': 'application/json' };
  const body = Buffer.from(JSON.stringify(activity));
  await attacker.send({ method: 'POST', path: '/api/messages', headers, body }, attacker.target.bot);
}

/** Sends a message through the Teams channel. The channel's responses are not AVA's, so they are not counted. */
async function sendInTeams({ target, person }: Attacker, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${target.channel}/_sandbox/say`, { method: 'POST', headers, body: JSON.stringify({ person, text }) });
}
