/** One fact that the records of a family can state. In the sentences `{s}` is the subject and `{v}` the value. */
export type Attribute = {
  /** The sentence in the record. */
  statement: string;
  /** A question about the fact, in words other than those of the statement. */
  question: string;
  /** A sentence that resembles `statement` but does not answer `question`; it gets another value. */
  distractor: string;
  /** A range of numbers, or a list of texts. */
  values: [min: number, max: number] | string[];
};

/** Records of one kind: six subjects, and for each a namesake that is easily confused with it. */
export type RecordFamily = {
  name: string;
  /** Template of a subject's full name: `the {n} ferry`. */
  subject: string;
  names: string[];
  namesakes: string[];
  attributes: Attribute[];
};

/** Shorthand for an attribute, since the families list many. */
export function attribute(
  statement: string,
  question: string,
  distractor: string,
  values: Attribute['values'],
): Attribute {
  return { statement, question, distractor, values };
}
