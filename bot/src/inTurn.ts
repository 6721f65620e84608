/** Does work of one name one after the other; work of different names at once. */
export type InTurn = (name: string, work: () => Promise<void>) => Promise<void>;

/** Teams shows one text at a time while it is written in a chat, and a person expects answers in the order they asked. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<void>>();
  return (name, work) => {
    const doing = (last.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
    last.set(name, doing);
    const forget = () => {
      if (last.get(name) === doing) last.delete(name);
    };
    doing.then(forget, forget);
    return doing;
  };
}
