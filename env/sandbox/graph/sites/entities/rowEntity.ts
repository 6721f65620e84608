import type { ColumnDefinition } from '@microsoft/microsoft-graph-types';
import type { Entity } from '#sandbox/graph/odata.ts';
import { getPerson } from '#sandbox/people.ts';
import type { List, Row, Site } from '#sandbox/graph/sites/store/siteStore.ts';
import { toIdentity, toIsoString } from './itemEntity.ts';

/** An item of a list, without `fields` unless they are expanded. */
export function createRowEntity(site: Site, list: List, row: Row, withFields: boolean): Entity {
  const { definition } = list;
  const by = { user: toIdentity(getPerson(definition.author)) };
  return {
    id: String(row.number),
    eTag: `"${list.id},${row.version}"`,
    createdDateTime: `${site.definition.created}T08:00:00Z`,
    lastModifiedDateTime: toIsoString(row.modifiedAt),
    createdBy: by,
    lastModifiedBy: by,
    webUrl: `${getListUrl(site, list)}/${row.number}_.000`,
    ...(withFields ? { fields: { id: String(row.number), ...row.fields } } : {}),
  };
}

export function getListUrl(site: Site, { definition }: List): string {
  return `${site.webUrl}/Lists/${encodeURIComponent(definition.name)}`;
}

/** The columns that the items use, and some that SharePoint adds to each list. */
export function listColumns({ definition }: List): (ColumnDefinition & Entity)[] {
  const names = [...new Set(definition.rows.flatMap(Object.keys))];
  const columns = names.map((name) => {
    const values = definition.rows.flatMap((row) => row[name] ?? []);
    const textType = values.some((value) => String(value).startsWith('<')) ? 'richText' : 'plain';
    const isNumber = values.every((value) => typeof value === 'number');
    return createColumn(name, { readOnly: false, ...(isNumber ? { number: {} } : { text: { textType } }) });
  });
  return [
    ...columns,
    createColumn('Modified', { readOnly: true, dateTime: {} }),
    createColumn('_UIVersionString', { readOnly: true, text: { textType: 'plain' } }),
  ];
}

function createColumn(name: string, properties: ColumnDefinition): ColumnDefinition & Entity {
  const displayName = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { id: name, name, displayName, hidden: false, ...properties };
}
