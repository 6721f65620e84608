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
 * Draws every state of a union. The union's names are the keys, so a new state without an example here does not compile.
 */
export function drawStates<Name extends string, Value>(
  component: string,
  values: Record<Name, Value>,
  draw: (value: Value, name: Name) => ReactNode,
): Drawing {
  const states = Object.entries(values) as [Name, Value][];
  return { component, examples: states.map(([state, value]) => ({ state, draw: () => draw(value, state) })) };
}

/** The action of every control on the board: none. */
export function ignore(): void {}
