import { findCloudMismatch, getGraphAudience, getHostPages, isMicrosoftGraph } from './microsoftClouds.ts';

/** https://learn.microsoft.com/graph/deployments */
it.each([
  ['https://graph.microsoft.com', 'https://login.microsoftonline.com'],
  ['https://graph.microsoft.us', 'https://login.microsoftonline.us'],
  ['https://dod-graph.microsoft.us', 'https://login.microsoftonline.us'],
  ['https://microsoftgraph.chinacloudapi.cn', 'https://login.chinacloudapi.cn'],
  ['https://microsoftgraph.chinacloudapi.cn', 'https://login.partner.microsoftonline.cn'],
])('%s has its own audience and signs in at %s', (graph, authority) => {
  expect([isMicrosoftGraph(graph), getGraphAudience(graph)]).toEqual([true, graph]);
  expect(findCloudMismatch(authority, graph)).toBeNull();
});

it.each([
  ['https://graph.microsoft.us', 'https://login.microsoftonline.com'],
  ['https://graph.microsoft.com', 'https://login.microsoftonline.us'],
  ['https://microsoftgraph.chinacloudapi.cn', 'https://login.microsoftonline.com'],
])('%s and %s belong to different clouds', (graph, authority) => {
  expect(findCloudMismatch(authority, graph)).toContain('GRAPH_BASE_URL');
});

it.each([
  'https://localhost:3982',
  'https://graph.microsoft.com.elsewhere.example',
  'https://graph.microsoft.com:8443',
])('%s is not Microsoft’s Graph and has the audience of the global cloud', (graph) => {
  expect([isMicrosoftGraph(graph), getGraphAudience(graph)]).toEqual([false, 'https://graph.microsoft.com']);
  expect(findCloudMismatch('https://localhost:3981', graph)).toBeNull();
});

it.each([
  ['https://graph.microsoft.us', 'https://gov.teams.microsoft.us'],
  ['https://dod-graph.microsoft.us', 'https://dod.teams.microsoft.us'],
])('the Teams of %s, which is at %s, can frame the tab', (graph, teams) => {
  expect(getHostPages(graph)).toContain(teams);
  expect(getHostPages('https://graph.microsoft.com')).not.toContain(teams);
});
