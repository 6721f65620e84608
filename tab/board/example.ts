import type { ReactNode } from 'react';

/** One state of a component. */
export interface Example {
  /** Name of the state, as in its union. */
  state: string;
  draw: () => ReactNode;
}

/** A component in all its states. */
export interface Drawing {
  component: string;
  examples: Example[];
  /** Height in pixels of a frame for what covers the whole page, such as a dialog. */
  framePx?: number;
}

/**
 * Draws every state of a union. With the union's names as keys, a state that is added to it does not compile before it has
 * an example here.
 */
export function drawStates<Name extends string, Value>(
  component: string,
  values: Record<Name, Value>,
  draw: (value: Value, name: Name) => ReactNode,
): Drawing {
  const states = Object.entries(values) as [Name, Value][];
  return { component, examples: states.map(([state, value]) => ({ state, draw: () => draw(value, state) })) };
}

/** What a control does on the board. */
export function ignore(): void {}
