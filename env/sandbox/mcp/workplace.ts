import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeBehavior, type Behavior } from './behavior.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

const menu: Record<(typeof DAYS)[number], string> = {
  Monday: 'Lentil soup with sourdough bread. Spinach lasagna. Baked apples.',
  Tuesday: 'Tomato salad. Cod with dill potatoes, or chickpea curry. Plum cake.',
  Wednesday: 'Pumpkin soup. Mushroom risotto, or roast chicken with carrots. Yogurt with honey.',
  Thursday: 'Cucumber salad. Vegetable pie, or beef stew with dumplings. Rice pudding.',
  Friday: 'Pea soup. Fish cakes with remoulade, or falafel with tabbouleh. Lemon tart.',
};

const rooms = [
  { room: 'Aalto', building: 'Harbour', floor: 2, seats: 8, free: 'until 15:00', equipment: 'screen, whiteboard' },
  { room: 'Eames', building: 'Harbour', floor: 3, seats: 4, free: 'all day', equipment: 'screen' },
  { room: 'Jacobsen', building: 'Mill', floor: 1, seats: 14, free: 'until 13:00', equipment: 'screen, camera' },
  { room: 'Ray', building: 'Mill', floor: 1, seats: 6, free: 'all day', equipment: 'whiteboard' },
];

const services = [
  'Mail: works.',
  'Rendering farm: slow since 08:40, because two of twelve nodes are being replaced. Expected to end at 14:00.',
  'Guest Wi-Fi in the Mill building: down. A technician is on site.',
];

const reads = { readOnlyHint: true, openWorldHint: false };
const toResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** The invented workplace of Northwind Studio: canteen, rooms, the state of its IT, and a tool that writes. */
export function createWorkplace(behavior: Behavior): McpServer {
  const server = new McpServer({ name: 'northwind-workplace', version: '1.0.0' });
  const answer = (honest: () => string) => describeBehavior(behavior) ?? toResult(honest());

  server.registerTool(
    'canteen_menu',
    {
      description:
        behavior.name === 'changed' ? behavior.description : 'The menu of the canteen on a day of this week.',
      inputSchema: z.object({ day: z.enum(DAYS).describe('day of the week') }),
      annotations: reads,
    },
    ({ day }) => answer(() => `${day}\n${menu[day]}`),
  );
  server.registerTool(
    'find_free_room',
    {
      description: 'Finds meeting rooms that are free today, by the name of a building and a number of seats.',
      inputSchema: z.object({
        building: z.string().max(100).optional().describe('name of the building; all buildings if missing'),
        seats: z.number().int().min(1).max(50).default(1),
      }),
      annotations: reads,
    },
    ({ building = '', seats }) =>
      answer(() => {
        const isFit = (room: (typeof rooms)[number]) =>
          room.seats >= seats && room.building.toLowerCase().includes(building.toLowerCase());
        const found = rooms.filter(isFit).map((room) => `${room.room}, ${room.building}, floor ${room.floor}: ${room.seats} seats, free ${room.free} (${room.equipment}).`); // prettier-ignore
        return found.join('\n') || 'No room is free.';
      }),
  );
  server.registerTool(
    'it_status',
    { description: 'The present state of the IT services.', inputSchema: z.object({}), annotations: reads },
    () => answer(() => services.join('\n')),
  );
  server.registerTool(
    'book_room',
    {
      description: 'Books a meeting room for an hour.',
      inputSchema: z.object({ room: z.string().max(100) }),
      annotations: { readOnlyHint: false },
    },
    ({ room }) => toResult(`${room} is booked.`),
  );
  return server;
}
