/** A reason not to start, in a sentence for the person who ran `npm start`. Every other error is a bug. */
export class StartError extends Error {}
