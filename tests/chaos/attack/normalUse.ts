import { setTimeout as sleep } from 'node:timers/promises';
import { NormalPerson, type AnswerTime, type NormalTarget } from './normalPerson.ts';
import { serveTasks } from './workerProcess.ts';

/** People who work with AVA as they do every day, in a process of its own so that the attackers do not slow their clocks. */
export interface NormalPlan {
  ms: number;
}

export interface NormalReport {
  rounds: number;
  times: AnswerTime[];
  /** What did not work, in sentences. */
  failures: string[];
}

const PAUSE_MS = 1_000;
let people: NormalPerson[] = [];

async function start(target: NormalTarget): Promise<null> {
  const [one, other] = target.people;
  if (!one || !other) throw new Error('normal use takes two people');
  people = [new NormalPerson(one, other, target), new NormalPerson(other, one, target)];
  // The first answers of a process are slower than all others and belong to no period.
  await Promise.all(people.map((person) => person.round()));
  for (const person of people) person.takeReport();
  return null;
}

async function work({ ms }: NormalPlan, stopped: AbortSignal): Promise<NormalReport> {
  const end = performance.now() + ms;
  const over = () => performance.now() > end || stopped.aborted;
  let rounds = 0;
  await Promise.all(
    people.map(async (person) => {
      for (; !over(); rounds += 1) {
        await person.round();
        await sleep(PAUSE_MS + Math.random() * PAUSE_MS);
      }
    }),
  );
  const reports = people.map((person) => person.takeReport());
  return {
    rounds,
    times: reports.flatMap(({ times }) => times),
    failures: reports.flatMap(({ failures }) => failures),
  };
}

/** Whether everything that was said is kept exactly once; otherwise what is not, in sentences. */
async function verify(): Promise<{ messages: number; problems: string[] }> {
  const found = await Promise.all(people.map((person) => person.verify()));
  return {
    messages: found.reduce((sum, { messages }) => sum + messages, 0),
    problems: found.flatMap(({ problems }) => problems),
  };
}

serveTasks({ start, work, verify });
