/** A browser database that stores nothing. */
export const readDatabase = () => Promise.resolve(null);
export const writeDatabase = () => Promise.resolve();
export const deleteDatabase = () => Promise.resolve();
export const clearDatabase = () => Promise.resolve();
