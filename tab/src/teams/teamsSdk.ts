/** The parts of teams-js that AVA uses; loaded as one, so that the rest of it stays out of the first load. */
export { app, authentication, pages } from '@microsoft/teams-js';
