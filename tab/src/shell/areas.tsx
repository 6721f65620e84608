import {
  BookSearch20Filled,
  BookSearch20Regular,
  bundleIcon,
  Chat20Filled,
  Chat20Regular,
  TaskListSquareLtr20Filled,
  TaskListSquareLtr20Regular,
} from '@fluentui/react-icons';
import type { ChatType } from '#contract/chats/chat.ts';
import type { Organization } from '#contract/organization.ts';
import { texts } from '#tab/texts.ts';

export const areas = [
  { name: 'chat', path: '/', label: texts.shell.areas.chat, Icon: bundleIcon(Chat20Filled, Chat20Regular) },
  {
    name: 'tasks',
    path: '/tasks',
    label: texts.shell.areas.tasks,
    Icon: bundleIcon(TaskListSquareLtr20Filled, TaskListSquareLtr20Regular),
  },
  {
    name: 'knowledgeSearch',
    path: '/knowledgeSearch',
    label: texts.shell.areas.knowledgeSearch,
    Icon: bundleIcon(BookSearch20Filled, BookSearch20Regular),
  },
] as const;

/** The screen for administrators, which is no area. */
export const ADMIN_PATH = '/admin';

export type Area = (typeof areas)[number];

/** Areas that the organization has enabled. */
export function getEnabledAreas(organization: Organization): Area[] {
  return areas.filter((area) => organization.features[area.name]);
}

/** Path of the area that shows chats of this type. */
export function getChatPath(type: ChatType): string {
  return type === 'search' ? areas[2].path : areas[0].path;
}

/** Area that a path belongs to; Chat when no other area matches. */
export function findArea(path: string): Area {
  return areas.find((area) => area.path !== '/' && path.startsWith(area.path)) ?? areas[0];
}
