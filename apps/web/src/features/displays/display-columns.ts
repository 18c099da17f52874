import type { Display } from '@atrium/contract/displays';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

export const displayColumns: readonly Column<Display>[] = [
  {
    key: 'name',
    label: texts.columns.name,
    kind: 'text',
    width: 200,
    order: 'name',
    isRowName: true,
    value: ({ name }) => name,
  },
  {
    key: 'kind',
    label: texts.columns.kind,
    kind: 'text',
    width: 150,
    order: 'kind',
    from: 'tablet',
    value: ({ kind }) => texts.kinds[kind],
  },
  {
    key: 'items',
    label: texts.columns.items,
    kind: 'text',
    width: 110,
    from: 'tablet',
    value: ({ kind, items }) => (kind === 'playlist' ? texts.displays(items.length) : null),
  },
  {
    key: 'state',
    label: texts.columns.state,
    kind: 'text',
    width: 120,
    value: ({ enabled }) => (enabled ? texts.on : texts.off),
  },
  {
    key: 'link',
    label: texts.link,
    kind: 'text',
    width: 260,
    from: 'wide',
    value: ({ url, enabled }) => (enabled ? url : null),
  },
  { ...actionsColumn, label: texts.columns.actions, width: 190 },
];
