/** One thing that records of a kind may state. In the sentences `{s}` is the subject and `{v}` the value. */
export type Attribute = {
  /** As a record states it. */
  say: string;
  /** As a person would ask, in words of their own. */
  ask: string;
  /** A sentence that resembles `say` and does not answer `ask`; its value is another one. */
  near: string;
  /** From … to, or one of these. */
  values: [least: number, most: number] | string[];
};

/** Records of one kind: six subjects, and for each a namesake that is easily taken for it. */
export type Family = {
  name: string;
  /** What stands around a name: `the {n} ferry`. */
  subject: string;
  names: string[];
  namesakes: string[];
  attributes: Attribute[];
};

/** A shorter way to write an attribute down. */
export function attribute(say: string, ask: string, near: string, values: Attribute['values']): Attribute {
  return { say, ask, near, values };
}
