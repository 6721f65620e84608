/** The parts of teams-js that AVA uses. One module, so that the rest of teams-js stays out of the first load. */
export { app, authentication, pages } from '@microsoft/teams-js';
