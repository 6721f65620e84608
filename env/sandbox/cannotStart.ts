/** A reason not to start, in a sentence for the person who typed `npm start`; anything else thrown is a fault. */
export class CannotStart extends Error {}
