import { setTimeout as sleep } from 'node:timers/promises';
import { NormalPerson, type AnswerTime, type NormalTarget } from './normalPerson.ts';
import { serveTasks } from './workerProcess.ts';

/** People who use AVA normally, in a separate process so that the attackers do not distort their times. */
export interface NormalPlan {
  ms: number;
}

export interface NormalReport {
  rounds: number;
  times: AnswerTime[];
  /** Failed steps as sentences. */
  failures: string[];
}

const PAUSE_MS = 1_000;
let people: NormalPerson[] = [];

async function start(target: NormalTarget): Promise<null> {
  const [first, second] = target.people;
  if (!first || !second) throw new Error('normal use requires two people');
  people = [new NormalPerson(first, second, target), new NormalPerson(second, first, target)];
  // The first answers of a process are slower than later ones, so they are not measured.
  await Promise.all(people.map((person) => person.round()));
  for (const person of people) person.takeReport();
  return null;
}

async function work({ ms }: NormalPlan, stopped: AbortSignal): Promise<NormalReport> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end || stopped.aborted;
  let rounds = 0;
  await Promise.all(
    people.map(async (person) => {
      for (; !isOver(); rounds += 1) {
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

/** Checks that every message is stored exactly once. Returns problems as sentences. */
async function verify(): Promise<{ messages: number; problems: string[] }> {
  const results = await Promise.all(people.map((person) => person.verify()));
  return {
    messages: results.reduce((sum, { messages }) => sum + messages, 0),
    problems: results.flatMap(({ problems }) => problems),
  };
}

serveTasks({ start, work, verify });
